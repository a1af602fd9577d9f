import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ArchiveService } from '../../actors/operating/archive-service.ts';
import type { Readings } from '../../actors/ports/reading.ts';
import type { Audited } from '../audited.ts';
import { keyBounds } from '../key-bounds.ts';
import { ProblemError } from '../problem-error.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** DELETE /api/services/:serviceId. */
export function archiveRoute(
  app: FastifyInstance,
  readings: Readings,
  archiveService: ArchiveService,
  audited: Audited,
): void {
  app.withTypeProvider<ZodTypeProvider>().delete('/api/services/:serviceId', {
    config: { scope: 'operate' },
    schema: {
      summary: 'Archive a service: hide it from the lists until it registers again',
      tags: ['services'],
      params: z.object({ serviceId: text.uuid }),
      response: withProblems({ 204: z.null() }),
    },
    async handler(request, reply) {
      const { serviceId } = request.params;
      const { apiKey, person } = request;
      const service = await readings.service(serviceId);
      if (service === null || !keyBounds.includes(apiKey, service)) throw unknown();
      const detail = `${service.serviceName} in ${service.environment}`;
      await audited(request, { act: 'service-archived', target: serviceId, detail }, async () => {
        const outcome = await archiveService(serviceId, person?.name ?? `key ${apiKey?.name}`);
        if (outcome.kind === 'unknown-service') throw unknown();
        if (outcome.kind === 'too-many') {
          const most = `The service has more than ${outcome.most} instances: deregister some first.`;
          throw new ProblemError('conflict', most);
        }
      });
      return reply.code(204).send(null);
    },
  });
}

function unknown(): ProblemError {
  return new ProblemError('not-found', 'There is no service with this id.');
}
