import type { FastifyInstance } from 'fastify';
import { keyBounds } from '../key-bounds.ts';
import type { ShowInstances } from '../ports.ts';

/** GET /metrics/instances: what the instances of the caller's services sent last, as gauges for Prometheus. */
export function instanceMetricsRoute(
  app: FastifyInstance,
  showInstances: ShowInstances,
  contentType: string,
): void {
  const schema = { summary: 'The last metadata of each instance, for Prometheus', tags: ['operations'] };
  app.get('/metrics/instances', { config: { scope: 'read' }, schema }, async (request, reply) => {
    const text = await showInstances(
      (name) => keyBounds.includes(request.apiKey, name),
      () => !request.raw.socket.destroyed,
    );
    return reply.type(contentType).send(text);
  });
}
