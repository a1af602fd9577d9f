import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Readings } from '../../actors/ports/reading.ts';
import { livingStatuses } from '../../domain/status.ts';
import { createGatherTargets, mostTargets } from '../gather-targets.ts';
import { ProblemError } from '../problem-error.ts';
import { targetSchema } from '../schemas/target.ts';
import { withProblems } from '../schemas/with-problems.ts';
import { wantedServices } from '../wanted-services.ts';

/** GET /api/targets: where the living instances can be reached, as Prometheus's `http_sd_configs` reads it. */
export function targetRoute(app: FastifyInstance, readings: Readings): void {
  const gatherTargets = createGatherTargets(readings);
  app.withTypeProvider<ZodTypeProvider>().get('/api/targets', {
    config: { scope: 'read' },
    schema: {
      summary: 'Living instances, for Prometheus HTTP service discovery',
      tags: ['instances'],
      querystring: z.strictObject({
        ...wantedServices.query,
        status: z.enum(livingStatuses).optional().meta({ description: 'Of the instance' }),
      }),
      response: withProblems({ 200: z.array(targetSchema) }),
    },
    async handler(request, reply) {
      const { status } = request.query;
      const filter = { ...wantedServices.toFilter(request.apiKey, request.query), status };
      const gathered = await gatherTargets(filter, () => !request.raw.socket.destroyed);
      if (gathered.kind === 'gathered') {
        // It is text already: to write all of it at once would keep heartbeats waiting.
        return reply.type('application/json; charset=utf-8').send(gathered.json as never);
      }
      const detail = `More than ${mostTargets} instances match: filter by name, environment or status.`;
      throw new ProblemError('validation', detail);
    },
  });
}
