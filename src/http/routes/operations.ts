import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Operations } from '../ports.ts';
import { operationSchemas } from '../schemas/operation-schemas.ts';

/** /livez, /readyz, /version and /metrics: on every node, for machines, without a key. */
export function operationRoutes(app: FastifyInstance, operations: Operations): void {
  const { liveness, readiness, version } = operationSchemas;
  const open = (summary: string, response: Record<number, z.ZodType>, isProbe = true) => ({
    config: { scope: 'none' as const, isProbe, isAboutNode: true },
    schema: { summary, tags: ['operations'], security: [], response },
  });

  app.get('/livez', open('Whether this process runs', { 200: liveness }), async () => ({ status: 'ok' }));

  const readyz = open('Whether this node can do its work', { 200: readiness, 503: readiness });
  app.get('/readyz', readyz, async (_request, reply) => {
    const found = await operations.readiness();
    if (found.ready) return { status: 'ready' };
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason: found.reason });
  });

  app.get('/version', open('Version of this node', { 200: version }, false), async () => {
    return { version: operations.version, roles: [...operations.roles] };
  });

  // Text of Prometheus: no serializer of ours.
  const metrics = {
    config: { scope: 'none' as const, isAboutNode: true },
    schema: { summary: 'Metrics for Prometheus', tags: ['operations'], security: [] },
  };
  app.get('/metrics', metrics, async (_request, reply) => {
    const text = await operations.metrics.text();
    return reply.type(operations.metrics.contentType).send(text);
  });
}
