import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReceiveHeartbeat } from '../../actors/receive-heartbeat.ts';
import type { HttpMeter } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { heartbeatRequest, heartbeatResponse } from '../schemas/heartbeat.ts';
import { toTime } from '../schemas/to-time.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** POST /api/services/heartbeat, as in the contract. The hot path: 200 means stored. */
export function heartbeatRoute(app: FastifyInstance, { receive }: ReceiveHeartbeat, meter: HttpMeter): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/services/heartbeat',
    config: { scope: 'ingest' },
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
    async handler(request) {
      const { instanceId, metadata } = request.body;
      const answer = await receive({ instanceId, metadata: metadata ?? null });
      switch (answer.kind) {
        case 'received':
          meter.heartbeat('ok');
          return {
            status: 'ok' as const,
            timestamp: toTime(answer.receivedAtMs),
            message: 'Heartbeat received.',
            serviceStatus: answer.serviceStatus,
            nextHeartbeatSeconds: answer.expectedIntervalMs / 1000,
          };
        case 'unknown-instance':
          meter.heartbeat('unknown-instance');
          throw new ProblemError('instance-unknown', 'This instance is not registered, or was stopped. Register it again.');
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
