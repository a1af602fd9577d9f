import { z } from 'zod';
import type { ServiceReading } from '../../actors/ports/reading.ts';
import { healths } from '../../domain/health.ts';
import type { ActiveWindow } from '../../domain/maintenance/active-window.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

export const serviceStatus = z.enum(['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered', 'Stopped']);

export const serviceSchema = z
  .object({
    serviceId: z.string(),
    serviceName: z.string(),
    environment: z.string(),
    status: serviceStatus,
    since: z.string(),
    lastHeartbeatAt: z.string().nullable(),
    instances: z.object({
      total: z.int(),
      pending: z.int(),
      healthy: z.int(),
      degraded: z.int(),
      down: z.int(),
      recovered: z.int(),
    }),
    health: z
      .enum(healths)
      .nullable()
      .meta({ description: 'The worst health that a living instance reports; null: none reports any.' }),
    openIncidentId: z.string().nullable(),
    maintenance: z
      .object({ windowId: z.string(), until: z.string(), by: z.string(), note: z.string().nullable() })
      .nullable()
      .meta({ description: 'The maintenance that holds its messages back now; null: none does.' }),
    labels: z
      .record(z.string(), z.string())
      .meta({ description: 'The labels of the latest registration: `labels` in its metadata.' }),
  })
  .meta({ id: 'Service' });

export function toService(
  service: ServiceReading,
  active: ActiveWindow | null,
): z.infer<typeof serviceSchema> {
  const { serviceId, serviceName, environment, status, counts, health, openIncidentId, labels } = service;
  return {
    serviceId,
    serviceName,
    environment,
    status,
    since: toTime(service.sinceMs),
    lastHeartbeatAt: toTimeOrNull(service.lastBeatAtMs),
    instances: {
      total: counts.Pending + counts.Healthy + counts.Degraded + counts.Down + counts.Recovered,
      pending: counts.Pending,
      healthy: counts.Healthy,
      degraded: counts.Degraded,
      down: counts.Down,
      recovered: counts.Recovered,
    },
    health,
    openIncidentId,
    maintenance: active === null ? null : toMaintenance(active),
    labels,
  };
}

function toMaintenance({ window: { windowId, by, note }, untilMs }: ActiveWindow) {
  return { windowId, until: toTime(untilMs), by, note };
}
