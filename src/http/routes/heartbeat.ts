import type { FastifyInstance } from 'fastify';
import type { HttpMeter } from '../../actors/ports/observability.ts';
import type { HeartbeatAnswer } from '../../actors/receive-heartbeat.ts';
import type { NameOfInstance } from '../instance-names.ts';
import { keyBounds } from '../key-bounds.ts';
import type { Api } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { heartbeatRequest, heartbeatResponse } from '../schemas/heartbeat.ts';
import { readHeartbeat } from '../schemas/read-heartbeat.ts';
import type { Heartbeat } from '../schemas/read-plain-heartbeat.ts';
import { toTime } from '../schemas/to-time.ts';
import type { Warning } from '../schemas/warning.ts';
import { withProblems } from '../schemas/with-problems.ts';
import type { TickMetadata } from '../send-ticks.ts';

const jsonType = 'application/json; charset=utf-8';

/** POST /api/services/heartbeat, as in the contract. The hot path: 200 means stored. */
export function heartbeatRoute(
  app: FastifyInstance,
  { receiveHeartbeat: { receive, tick }, tickKey }: Pick<Api, 'receiveHeartbeat' | 'tickKey'>,
  nameOf: NameOfInstance,
  meter: HttpMeter,
): void {
  const toText = answerTexts();
  app.route<{ Body: Heartbeat }>({
    method: 'POST',
    url: '/api/services/heartbeat',
    config: { scope: 'ingest', takesSentJson: true },
    validatorCompiler: () => readHeartbeat,
    schema: {
      summary: 'Send a heartbeat',
      tags: ['contract'],
      body: heartbeatRequest,
      response: withProblems({ 200: heartbeatResponse }),
    },
    errorHandler(error, request, reply) {
      const answer = app.errorHandler(error, request, reply);
      const result = resultOf(error, reply.statusCode);
      if (request.apiKey !== tickKey && result !== null) meter.heartbeat(result);
      return answer;
    },
    async handler(request, reply) {
      const { instanceId, metadata, health, warnings } = request.body;
      if (request.apiKey === tickKey) {
        const { partition, sentAtMs } = JSON.parse(metadata ?? '{}') as TickMetadata;
        if (!(await tick(partition, sentAtMs))) throw unavailable();
        return reply.code(204).send();
      }
      if (keyBounds.isBound(request.apiKey)) {
        const name = await nameOf(instanceId);
        if (name === null || !keyBounds.includes(request.apiKey, name)) throw unknownInstance();
      }
      const answer = await receive({ instanceId, metadata, health });
      switch (answer.kind) {
        case 'received':
          meter.heartbeat('ok');
          // As text it passes Fastify's serializer by.
          return reply.type(jsonType).send(toText(answer, warnings));
        case 'unknown-instance':
          throw unknownInstance();
        case 'unavailable':
          throw unavailable();
        default:
          return answer satisfies never;
      }
    },
  });
}

type Received = Extract<HeartbeatAnswer, { kind: 'received' }>;

/**
 * `HeartbeatResponse` as JSON; no part of it needs escaping but the warnings. Heartbeats of one call came at the same time,
 * and nearly all are told the same: that text is made once.
 */
function answerTexts(): (answer: Received, warnings: readonly Warning[]) => string {
  let last: Received | null = null;
  let text = '';
  return (answer, warnings) => {
    const { receivedAtMs, serviceStatus, expectedIntervalMs } = answer;
    const isSame =
      last !== null &&
      last.receivedAtMs === receivedAtMs &&
      last.serviceStatus === serviceStatus &&
      last.expectedIntervalMs === expectedIntervalMs;
    if (!isSame) {
      last = answer;
      text = `{"status":"ok","timestamp":"${toTime(receivedAtMs)}","message":"Heartbeat received.","serviceStatus":"${serviceStatus}","nextHeartbeatSeconds":${expectedIntervalMs / 1000}}`;
    }
    return warnings.length === 0 ? text : `${text.slice(0, -1)},"warnings":${JSON.stringify(warnings)}}`;
  };
}

function unavailable(): ProblemError {
  return new ProblemError('unavailable', 'The heartbeat was not stored. Send it again.', {
    headers: { 'retry-after': '1' },
  });
}

function unknownInstance(): ProblemError {
  return new ProblemError(
    'instance-unknown',
    'This instance is not registered, or it deregistered. Register it again.',
  );
}

/** What a heartbeat counts as that was answered with an error; null: what was wrong is no matter of heartbeats, but of a key. */
function resultOf(error: Error, status: number): Parameters<HttpMeter['heartbeat']>[0] | null {
  // Also what comes before this node is ready, and does not get as far as the handler.
  if (status === 503) return 'unavailable';
  if (!(error instanceof ProblemError)) return 'refused';
  return error.code === 'instance-unknown' ? 'unknown-instance' : null;
}
