import { z } from 'zod';
import type { InstanceReading } from '../../actors/ports/reading.ts';
import { healthReasons, healths } from '../../domain/health.ts';
import { locationOf } from '../../domain/instance-location.ts';
import { shownMetadata } from './metadata.ts';
import { text } from './text.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

export const instanceStatus = z.enum([
  'Pending',
  'Healthy',
  'Degraded',
  'Down',
  'Recovered',
  'Stopped',
  'Replaced',
  'Expired',
]);

const locationSchema = z
  .object({
    host: z.string().nullable(),
    node: z.string().nullable(),
    zone: z.string().nullable(),
    region: z.string().nullable(),
    cluster: z.string().nullable(),
    deployment: z.string().nullable(),
    network: z.string().nullable().meta({
      description: 'From which it registered, as the API saw it: the /24 of IPv4, the /56 of IPv6.',
    }),
  })
  .meta({ description: 'Where it runs, by the keys of these names in the metadata of its registration.' });

export const instanceSchema = z
  .object({
    instanceId: z.string(),
    instanceKey: z.string(),
    serviceId: z.string(),
    status: instanceStatus,
    since: z.string(),
    lastHeartbeatAt: z.string().nullable(),
    registeredAt: z.string(),
    hostname: z.string().nullable(),
    port: z.int().nullable(),
    url: z.string().nullable(),
    version: z.string().nullable(),
    processId: z.int().nullable(),
    expectedIntervalSeconds: z.number(),
    health: z.enum(healths).nullable().meta({
      description: 'The health it reported since its last registration; null: none. It is not a status.',
    }),
    healthSince: z.string().nullable(),
    healthReasons: z
      .string()
      .nullable()
      .meta({ description: 'Why it is not healthy, by `health_reasons` of its last heartbeat.' }),
    location: locationSchema,
    metadata: shownMetadata,
    lastHeartbeat: shownMetadata,
  })
  .meta({ id: 'Instance' });

const wanted = text.plain(253).min(1).optional();

/** Filters of lists of instances: the exact value. */
export const wantedLocation = {
  ...{ host: wanted, node: wanted, zone: wanted, region: wanted },
  ...{ cluster: wanted, deployment: wanted, network: wanted, version: wanted },
};

export function toInstance(instance: InstanceReading): z.infer<typeof instanceSchema> {
  const { instanceKey, hostname, port, url, version, processId, metadata } = instance.description;
  const health = instance.health?.health ?? null;
  return {
    instanceId: instance.instanceId,
    instanceKey,
    serviceId: instance.serviceId,
    status: instance.state.status,
    since: toTime(instance.state.sinceMs),
    lastHeartbeatAt: toTimeOrNull(instance.lastBeatAtMs),
    registeredAt: toTime(instance.registeredAtMs),
    hostname,
    port,
    url,
    version,
    processId,
    expectedIntervalSeconds: instance.expectedIntervalMs / 1000,
    health,
    healthSince: toTimeOrNull(instance.health?.sinceMs ?? null),
    healthReasons: health === null || health === 'healthy' ? null : healthReasons(instance.lastHeartbeat),
    location: locationOf(instance.description),
    metadata,
    lastHeartbeat: instance.lastHeartbeat,
  };
}
