import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { InstanceReading, Readings } from '../../actors/ports/reading.ts';
import { isLiving, livingStatuses } from '../../domain/status.ts';
import { createGatherTargets } from '../gather-targets.ts';
import { ProblemError } from '../problem-error.ts';
import { instanceSummary, toInstanceSummary } from '../schemas/instance-summary.ts';
import { withProblems } from '../schemas/with-problems.ts';
import { wantedServices } from '../wanted-services.ts';

/** What one answer may hold. */
const mostInstances = 20_000;

/** GET /api/instances: the living instances of all services, as the map of the fleet shows them. */
export function instanceSummariesRoute(app: FastifyInstance, readings: Readings): void {
  const gather = createGatherTargets(readings, mostInstances, summaryOf);
  app.withTypeProvider<ZodTypeProvider>().get('/api/instances', {
    config: { scope: 'read' },
    schema: {
      summary: 'Living instances of all services, in short',
      tags: ['instances'],
      querystring: z.strictObject({
        ...wantedServices.query,
        status: z.enum(livingStatuses).optional().meta({ description: 'Of the instance' }),
      }),
      response: withProblems({ 200: z.array(instanceSummary) }),
    },
    async handler(request, reply) {
      const { status } = request.query;
      const filter = { ...wantedServices.toFilter(request.apiKey, request.query), status };
      const gathered = await gather(filter, () => !request.raw.socket.destroyed);
      // It is text already: to write all of it at once would keep heartbeats waiting.
      if (gathered.kind === 'gathered')
        return reply.type('application/json; charset=utf-8').send(gathered.json as never);
      const detail = `More than ${mostInstances} instances match: filter by name, environment or status.`;
      throw new ProblemError('validation', detail);
    },
  });
}

function summaryOf(instance: InstanceReading): string | null {
  return isLiving(instance.state.status) ? JSON.stringify(toInstanceSummary(instance)) : null;
}
