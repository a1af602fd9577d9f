import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { InstanceDescription } from '../../actors/ports.ts';
import type { RegisterInstance } from '../../actors/register-instance.ts';
import { keyBounds } from '../key-bounds.ts';
import type { HttpMeter } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { registrationRequest, registrationResponse } from '../schemas/registration.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** POST /api/services/register, as in the contract. */
export function registerRoute(
  app: FastifyInstance,
  registerInstance: RegisterInstance,
  meter: HttpMeter,
): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: '/api/services/register',
    config: { scope: 'ingest' },
    schema: {
      summary: 'Register a service instance',
      tags: ['contract'],
      body: registrationRequest,
      response: withProblems({ 200: registrationResponse }),
    },
    errorHandler(error, request, reply) {
      meter.registration('refused');
      return app.errorHandler(error, request, reply);
    },
    async handler(request) {
      const description = toDescription(request.body);
      if (!keyBounds.includes(request.apiKey, description)) {
        throw new ProblemError('forbidden', 'This key is bound to other services or environments.');
      }
      const { serviceId, instanceId, kind } = await registerInstance(description);
      meter.registration(kind);
      return {
        serviceId,
        instanceId,
        serviceName: description.serviceName,
        environment: description.environment,
        status: 'registered' as const,
        message: 'The instance is registered. Send heartbeats with its instanceId.',
      };
    },
  });
}

function toDescription(body: z.output<typeof registrationRequest>): InstanceDescription {
  return {
    serviceName: body.serviceName,
    environment: body.environment,
    instanceKey: body.instanceId ?? `${body.hostname}:${body.port}`,
    version: body.version ?? null,
    hostname: body.hostname ?? null,
    port: body.port ?? null,
    url: body.url ?? null,
    processId: body.processId ?? null,
    metadata: body.metadata ?? null,
    registrantIntervalMs:
      body.heartbeatIntervalSeconds == null ? null : Math.round(body.heartbeatIntervalSeconds * 1000),
  };
}
