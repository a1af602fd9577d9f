import type { IncidentMessageKind } from '../../../src/domain/message-kinds.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import type { TestStore } from '../open-store.ts';

/** A delivery row as the plan writes it, due at once; `name` makes its id. */
export function rowFor(
  { ids }: Pick<TestStore, 'ids'>,
  more: Partial<Notification> & { kind?: IncidentMessageKind } = {},
  name = 'down',
): Notification {
  const serviceId = ids.serviceId('orders', 'test');
  const incidentId = more.incidentId ?? ids.incidentId(serviceId, 1);
  const kind = more.kind ?? 'down';
  const notificationId = ids.notificationId(incidentId, name, 'hook');
  const moments = { startedAtMs: 1_000, detectedAtMs: 5_000, recoveredAtMs: null, outageMs: null };
  return {
    ...{ notificationId, incidentId, serviceId, kind },
    channelId: 'hook',
    channelType: 'webhook',
    state: 'pending',
    reason: null,
    attempts: 0,
    createdAtMs: 1_790_000_000_000,
    afterId: null,
    nextAttemptAtMs: 1_790_000_000_000,
    sentAtMs: null,
    message: {
      ...{ notificationId, incidentId, kind, serviceId, serviceName: 'orders', environment: 'test' },
      ...moments,
      relapses: 0,
      instances: { Pending: 0, Healthy: 1, Degraded: 0, Down: 1, Recovered: 0 },
      lastMetrics: [{ instanceKey: 'h1:80', hostname: 'h1', receivedAtMs: 1_000, values: { cpu: 'ä"\\' } }],
      url: 'http://127.0.0.1:8080/#/incidents/x',
    },
    ...more,
  };
}
