import type { FastifyInstance } from 'fastify';
import type { Operations } from '../ports.ts';

/** /livez, /readyz, /version and /metrics: on every node, for machines, without a key. */
export function operationRoutes(app: FastifyInstance, operations: Operations): void {
  const open = { config: { scope: 'none' as const }, schema: { hide: true } };

  app.get('/livez', open, async () => ({ status: 'ok' }));

  app.get('/readyz', open, async (_request, reply) => {
    const readiness = await operations.readiness();
    if (readiness.ready) return { status: 'ready' };
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason: readiness.reason });
  });

  app.get('/version', open, async () => ({ version: operations.version, roles: operations.roles }));

  app.get('/metrics', open, async (_request, reply) => {
    const text = await operations.metrics.text();
    return reply.type(operations.metrics.contentType).send(text);
  });
}
