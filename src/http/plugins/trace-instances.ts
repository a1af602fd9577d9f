import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnsweredRequest, TraceRequest } from '../../actors/ports/observability.ts';
import type { ApiKey } from '../../domain/api-key.ts';

const register = '/api/services/register';
const heartbeat = '/api/services/heartbeat';

/**
 * Tells of registrations and heartbeats when they are answered; other routes stay as they are. Who has no valid key
 * leaves no trace, whatever trace it says that it belongs to; nor does the tick.
 */
export function traceInstances(app: FastifyInstance, trace: TraceRequest, tickKey: ApiKey | null): void {
  const registered = new WeakMap<FastifyRequest, AnsweredRequest['about']>();

  app.addHook('onRoute', (route) => {
    const { url, method } = route;
    if (method !== 'POST' || (url !== register && url !== heartbeat)) return;
    route.onResponse = (request, reply, done) => {
      if (request.apiKey !== null && request.apiKey !== tickKey) {
        trace({
          method,
          route: url,
          scheme: request.protocol,
          headers: request.headers,
          status: reply.statusCode,
          durationMs: reply.elapsedTime,
          about: url === register ? (registered.get(request) ?? {}) : beatOf(request, reply.statusCode),
          isRoutine: url === heartbeat,
        });
      }
      done();
    };
    if (url !== register) return;
    route.preSerialization = (request, _reply, payload, done) => {
      if (isRegistration(payload)) {
        const { serviceId, serviceName, environment, instanceId } = payload;
        registered.set(request, { serviceId, serviceName, environment, instanceId });
      }
      done(null, payload);
    };
  });
}

function isRegistration(payload: unknown): payload is Required<AnsweredRequest['about']> {
  return typeof payload === 'object' && payload !== null && 'serviceId' in payload;
}

/** What was refused may be anything. */
function beatOf({ body }: FastifyRequest, status: number): AnsweredRequest['about'] {
  return status === 200 ? { instanceId: (body as { instanceId: string }).instanceId } : {};
}
