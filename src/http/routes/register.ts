import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { InstanceDescription } from '../../actors/ports/instances.ts';
import type { HttpMeter } from '../../actors/ports/observability.ts';
import type { LimitRegistrations, OverQuota } from '../../actors/registering/limit-registrations.ts';
import type { RegisterInstance } from '../../actors/registering/register-instance.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { callerAddress } from '../caller-address.ts';
import { callersNetwork } from '../callers-network.ts';
import { keyBounds } from '../key-bounds.ts';
import { ProblemError } from '../problem-error.ts';
import { type Registration, readRegistration } from '../schemas/read-registration.ts';
import { registrationRequest, registrationResponse } from '../schemas/registration.ts';
import type { Warning } from '../schemas/warning.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** POST /api/services/register, as in the contract. */
export function registerRoute(
  app: FastifyInstance,
  registerInstance: RegisterInstance,
  limitRegistrations: LimitRegistrations,
  meter: HttpMeter,
): void {
  app.route<{ Body: Registration }>({
    method: 'POST',
    url: '/api/services/register',
    config: { scope: 'ingest', takesSentJson: true },
    validatorCompiler: () => readRegistration,
    schema: {
      summary: 'Register a service instance',
      tags: ['contract'],
      body: registrationRequest,
      response: withProblems({ 200: registrationResponse }),
    },
    errorHandler(error, request, reply) {
      const isOver = error instanceof ProblemError && error.code === 'quota-exceeded';
      meter.registration(isOver ? 'over-quota' : 'refused');
      return app.errorHandler(error, request, reply);
    },
    async handler(request) {
      const { apiKey, body } = request;
      const description = toDescription(body, callerAddress(request), apiKey);
      if (apiKey === null || !keyBounds.includes(apiKey, description)) {
        throw new ProblemError('forbidden', 'This API key is bound to other services or environments.');
      }
      const registered = await registerInstance(description, (newServiceId) =>
        limitRegistrations(apiKey, newServiceId),
      );
      if (registered.kind === 'over-quota') throw overQuota(registered);
      const { serviceId, instanceId, kind } = registered;
      meter.registration(kind);
      const warnings = [...body.warnings, ...keyWarnings(body)];
      return {
        serviceId,
        instanceId,
        serviceName: description.serviceName,
        environment: description.environment,
        status: 'registered' as const,
        message: 'The instance is registered. Send heartbeats with its instanceId.',
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  });
}

function overQuota({ what, limit, waitMs }: OverQuota): ProblemError {
  const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
  const detail =
    what === 'instances'
      ? `This API key has reached its limit of ${limit} living instances. Deregister some of them, or raise the limit with "keys limit", or with MONITOR_KEY_INSTANCES for all keys.`
      : `This API key has reached its limit of ${limit} new services a minute. Try again after ${headers['retry-after']} s, or raise MONITOR_KEY_NEW_SERVICES.`;
  return new ProblemError('quota-exceeded', detail, { headers });
}

function toDescription(body: Registration, address: string, apiKey: ApiKey | null): InstanceDescription {
  // Who has a key of its own need not be found by where it calls from.
  const hostname = body.hostname ?? (body.instanceId == null ? address : null);
  return {
    serviceName: body.serviceName,
    environment: body.environment,
    instanceKey: body.instanceId ?? keyOf(body, address),
    version: body.version ?? null,
    hostname,
    port: body.port ?? null,
    url: body.url ?? null,
    processId: body.processId ?? null,
    metadata: body.metadata,
    network: callersNetwork(address),
    registrantIntervalMs:
      body.heartbeatIntervalSeconds == null ? null : Math.round(body.heartbeatIntervalSeconds * 1000),
    apiKeyId: apiKey?.keyId ?? null,
  };
}

/** `hostname:port`, with what there is; the caller's port is another one for each connection, and no part of a key. */
function keyOf({ hostname, port }: Registration, address: string): string {
  if (port == null) return hostname ?? address;
  return `${hostname ?? (isIPv6(address) ? `[${address}]` : address)}:${port}`;
}

/** What a key that was made of less than `hostname:port` cannot tell apart. */
function keyWarnings({ instanceId, hostname, port }: Registration): Warning[] {
  const warnings: Warning[] = [];
  if (instanceId != null) return warnings;
  if (hostname == null) {
    const message = 'is missing; the address of the caller is used, which others behind a proxy or NAT share';
    warnings.push({ pointer: '/hostname', message });
  }
  if (port == null) {
    const message = 'is missing; all processes of this service on one host count as one instance';
    warnings.push({ pointer: '/port', message });
  }
  return warnings;
}
