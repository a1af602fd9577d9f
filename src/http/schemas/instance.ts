import { z } from 'zod';
import type { InstanceReading } from '../../actors/ports/reading.ts';
import { healthReasons, healths } from '../../domain/health.ts';
import { shownMetadata } from './metadata.ts';
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
    metadata: shownMetadata,
    lastHeartbeat: shownMetadata,
  })
  .meta({ id: 'Instance' });

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
    metadata,
    lastHeartbeat: instance.lastHeartbeat,
  };
}
