import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Readings, ServiceReading } from '../../actors/ports-of-reading.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { matchesGlob } from '../../domain/glob.ts';
import { keyBounds } from '../key-bounds.ts';
import { ProblemError } from '../problem-error.ts';
import { instanceSchema, instanceStatus, toInstance } from '../schemas/instance.ts';
import { paging } from '../schemas/paging.ts';
import { serviceSchema, serviceStatus, toService } from '../schemas/service.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';

const { query, pageOf, toRequest, toReply } = paging;
const glob = text.glob.optional().meta({ description: 'Glob with * and ?' });

/** GET /api/services, one of them, and its instances. */
export function serviceRoutes(app: FastifyInstance, readings: Readings): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const params = z.object({ serviceId: text.uuid });

  async function find(serviceId: string, key: ApiKey | null): Promise<ServiceReading> {
    const service = await readings.service(serviceId);
    if (service !== null && keyBounds.includes(key, service)) return service;
    throw new ProblemError('not-found', 'There is no service with this id.');
  }

  routes.get('/api/services', {
    config: { scope: 'read' },
    schema: {
      summary: 'List services',
      tags: ['services'],
      querystring: z.object({ ...query, environment: glob, name: glob, status: serviceStatus.optional() }),
      response: withProblems({ 200: pageOf(serviceSchema) }),
    },
    async handler(request) {
      const { environment = '*', name = '*', status } = request.query;
      const page = await readings.services(
        toRequest(request.query, 'byName'),
        (service) =>
          keyBounds.includes(request.apiKey, service) &&
          matchesGlob(environment, service.environment) &&
          matchesGlob(name, service.serviceName) &&
          (status === undefined || service.status === status),
      );
      return toReply(page, toService);
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
      return toService(await find(request.params.serviceId, request.apiKey));
    },
  });

  routes.get('/api/services/:serviceId/instances', {
    config: { scope: 'read' },
    schema: {
      summary: 'Instances of a service',
      tags: ['services'],
      params,
      querystring: z.object({ ...query, status: instanceStatus.optional() }),
      response: withProblems({ 200: pageOf(instanceSchema) }),
    },
    async handler(request) {
      const { serviceId } = request.params;
      await find(serviceId, request.apiKey);
      const { status } = request.query;
      const page = await readings.instances(
        serviceId,
        toRequest(request.query, 'byId'),
        (instance) => status === undefined || instance.state.status === status,
      );
      return toReply(page, toInstance);
    },
  });
}
