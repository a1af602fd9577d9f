import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ActOnMaintenance } from '../../actors/operating/act-on-maintenance.ts';
import type { Readings } from '../../actors/ports/reading.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { ServiceName } from '../../domain/policy.ts';
import { keyBounds } from '../key-bounds.ts';
import type { Paging } from '../paging.ts';
import { ProblemError } from '../problem-error.ts';
import { instanceSchema, instanceStatus, toInstance, wantedLocation } from '../schemas/instance.ts';
import { labelFilter } from '../schemas/label-filter.ts';
import { pagingSchemas } from '../schemas/paging-schemas.ts';
import { serviceSchema, serviceStatus, toService } from '../schemas/service.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';
import { wantedServices } from '../wanted-services.ts';

const { query, pageOf } = pagingSchemas;

/** GET /api/services, one of them, and its instances. */
export function serviceRoutes(
  app: FastifyInstance,
  readings: Readings,
  maintenance: Pick<ActOnMaintenance, 'holding'>,
  paging: Paging,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const params = z.object({ serviceId: text.uuid });

  function find<T extends ServiceName>(service: T | null, key: ApiKey | null): T {
    if (service !== null && keyBounds.includes(key, service)) return service;
    throw new ProblemError('not-found', 'There is no service with this id.');
  }

  routes.get('/api/services', {
    config: { scope: 'read' },
    schema: {
      summary: 'List services',
      tags: ['services'],
      querystring: z.strictObject({
        ...query,
        ...wantedServices.query,
        status: serviceStatus.optional(),
        label: labelFilter.optional(),
      }),
      response: withProblems({ 200: pageOf(serviceSchema) }),
    },
    async handler(request) {
      const asked = paging(request);
      const page = await readings.services(asked.request, {
        ...wantedServices.toFilter(request.apiKey, request.query),
        status: request.query.status,
        labels: request.query.label,
      });
      const holds = await maintenance.holding();
      return asked.reply(page, (service) => toService(service, holds(service)));
    },
  });

  routes.get('/api/services/:serviceId', {
    config: { scope: 'read' },
    schema: {
      summary: 'One service',
      tags: ['services'],
      params,
      response: withProblems({ 200: serviceSchema }),
    },
    async handler(request) {
      const service = find(await readings.service(request.params.serviceId), request.apiKey);
      const holds = await maintenance.holding();
      return toService(service, holds(service));
    },
  });

  routes.get('/api/services/:serviceId/instances', {
    config: { scope: 'read' },
    schema: {
      summary: 'Instances of a service',
      tags: ['services'],
      params,
      querystring: z.strictObject({ ...query, status: instanceStatus.optional(), ...wantedLocation }),
      response: withProblems({ 200: pageOf(instanceSchema) }),
    },
    async handler(request) {
      const { serviceId } = request.params;
      find(await readings.nameOfService(serviceId), request.apiKey);
      const { limit: _, cursor: __, ...filter } = request.query;
      const asked = paging(request);
      const page = await readings.instances(serviceId, asked.request, filter);
      return asked.reply(page, toInstance);
    },
  });
}
