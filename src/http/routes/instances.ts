import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { StopInstance } from '../../actors/operating/stop-instance.ts';
import type { Readings } from '../../actors/ports/reading.ts';
import type { NameOfInstance } from '../instance-names.ts';
import { keyBounds } from '../key-bounds.ts';
import { ProblemError } from '../problem-error.ts';
import { instanceSchema, toInstance } from '../schemas/instance.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** GET and DELETE /api/instances/:instanceId. */
export function instanceRoutes(
  app: FastifyInstance,
  readings: Readings,
  stopInstance: StopInstance,
  nameOf: NameOfInstance,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const params = z.object({ instanceId: text.uuid });

  routes.get('/api/instances/:instanceId', {
    config: { scope: 'read' },
    schema: {
      summary: 'One instance',
      tags: ['instances'],
      params,
      response: withProblems({ 200: instanceSchema }),
    },
    async handler(request) {
      const instance = await readings.instance(request.params.instanceId);
      if (instance === null || !keyBounds.includes(request.apiKey, instance.description)) throw unknown();
      return toInstance(instance);
    },
  });

  routes.delete('/api/instances/:instanceId', {
    config: { scope: 'ingest' },
    schema: {
      summary: 'Deregister an instance: its silence is no outage',
      tags: ['instances'],
      params,
      response: withProblems({ 204: z.null() }),
    },
    async handler(request, reply) {
      const { instanceId } = request.params;
      const name = await nameOf(instanceId);
      if (name === null || !keyBounds.includes(request.apiKey, name)) throw unknown();
      const outcome = await stopInstance(instanceId);
      if (outcome.kind === 'unknown-instance') throw unknown();
      return reply.code(204).send(null);
    },
  });
}

/** Also what a key is told that is bound to other services: it does not learn what exists. */
function unknown(): ProblemError {
  return new ProblemError('instance-unknown', 'There is no instance with this id.');
}
