import { z } from 'zod';
import type { InstanceReading } from '../../actors/ports-of-reading.ts';
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
    metadata: shownMetadata,
    lastHeartbeat: shownMetadata,
  })
  .meta({ id: 'Instance' });

export function toInstance(instance: InstanceReading): z.infer<typeof instanceSchema> {
  const { instanceKey, hostname, port, url, version, processId, metadata } = instance.description;
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
    metadata,
    lastHeartbeat: instance.lastHeartbeat,
  };
}
