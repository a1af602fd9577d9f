import type { FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { HeartbeatAnswer, ReceiveHeartbeat } from '../../actors/receive-heartbeat.ts';
import type { NameOfInstance } from '../instance-names.ts';
import { keyBounds } from '../key-bounds.ts';
import type { HttpMeter } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { heartbeatRequest, heartbeatResponse } from '../schemas/heartbeat.ts';
import { readHeartbeat } from '../schemas/read-heartbeat.ts';
import { toTime } from '../schemas/to-time.ts';
import { withProblems } from '../schemas/with-problems.ts';

const jsonType = 'application/json; charset=utf-8';

/** POST /api/services/heartbeat, as in the contract. The hot path: 200 means stored. */
export function heartbeatRoute(
  app: FastifyInstance,
  { receive }: ReceiveHeartbeat,
  nameOf: NameOfInstance,
  meter: HttpMeter,
): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/services/heartbeat',
    config: { scope: 'ingest' },
    // The hot path pays for the schema only where a body is not what an SDK sends.
    validatorCompiler: (route) => {
      const long = validatorCompiler(route as never);
      return (body: unknown) => {
        const value = readHeartbeat(body);
        return value === null ? long(body) : { value };
      };
    },
    schema: {
      summary: 'Send a sign of life',
      tags: ['contract'],
      body: heartbeatRequest,
      response: withProblems({ 200: heartbeatResponse }),
    },
    errorHandler(error, request, reply) {
      if (!(error instanceof ProblemError)) meter.heartbeat('refused');
      return app.errorHandler(error, request, reply);
    },
    async handler(request, reply) {
      const { instanceId, metadata } = request.body;
      if (keyBounds.isBound(request.apiKey)) {
        const name = await nameOf(instanceId);
        if (name === null || !keyBounds.includes(request.apiKey, name)) throw unknownInstance(meter);
      }
      const answer = await receive({ instanceId, metadata: metadata ?? null });
      switch (answer.kind) {
        case 'received':
          meter.heartbeat('ok');
          // As text it passes Fastify's serializer by.
          return reply.type(jsonType).send(toText(answer) as never);
        case 'unknown-instance':
          throw unknownInstance(meter);
        case 'unavailable':
          meter.heartbeat('unavailable');
          throw new ProblemError('unavailable', 'The heartbeat was not stored. Send it again.', {
            headers: { 'retry-after': '1' },
          });
        default:
          return answer satisfies never;
      }
    },
  });
}

/** `HeartbeatResponse` as JSON; no part of it needs escaping. */
function toText(answer: Extract<HeartbeatAnswer, { kind: 'received' }>): string {
  const { receivedAtMs, serviceStatus, expectedIntervalMs } = answer;
  return `{"status":"ok","timestamp":"${toTime(receivedAtMs)}","message":"Heartbeat received.","serviceStatus":"${serviceStatus}","nextHeartbeatSeconds":${expectedIntervalMs / 1000}}`;
}

function unknownInstance(meter: HttpMeter): ProblemError {
  meter.heartbeat('unknown-instance');
  return new ProblemError(
    'instance-unknown',
    'This instance is not registered, or was stopped. Register it again.',
  );
}
