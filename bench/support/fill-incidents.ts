import type { Redis } from 'ioredis';
import type { Incident } from '../../src/domain/incident.ts';
import type { Notification } from '../../src/domain/notification.ts';
import { ids } from '../../src/store/ids.ts';
import { globalKeys, partitionKeys } from '../../src/store/keys.ts';
import { notificationFields } from '../../src/store/notifications/notification-record.ts';
import { batches } from './fill-monitor.ts';

const keys = partitionKeys(0);

export interface FilledIncidents {
  /** Whose they are, in turn; the oldest is of the last one. */
  services: readonly { serviceName: string; environment: string }[];
  count: number;
  /** Of each incident but the newest. */
  notificationsEach: number;
  /** Of the newest incident. */
  notificationsOfNewest: number;
  auditEntries: number;
  nowMs: number;
}

/** Writes resolved incidents a minute apart, the oldest of which is open, their notifications, and an audit log. */
export async function fillIncidents(client: Redis, filled: FilledIncidents): Promise<{ newestId: string }> {
  const writer = batches(client);
  let newestId = '';
  for (let n = 0; n < filled.count; n++) {
    const isOldest = n === filled.count - 1;
    const service = filled.services[isOldest ? filled.services.length - 1 : n % (filled.services.length - 1)];
    const { serviceName, environment } = service ?? { serviceName: '', environment: '' };
    const incident = incidentOf(serviceName, environment, filled.nowMs - n * 60_000, isOldest);
    const { incidentId } = incident;
    if (n === 0) newestId = incidentId;
    writer
      .pipe()
      .set(keys.incident(incidentId), JSON.stringify(incident))
      .zadd(keys.incidents, incident.startedAtMs, incidentId);
    await writer.sent();
    const messages = n === 0 ? filled.notificationsOfNewest : filled.notificationsEach;
    for (let m = 0; m < messages; m++) {
      const row = notificationOf(incident, `message ${m}`, incident.detectedAtMs + m);
      writer
        .pipe()
        .hset(keys.notification(row.notificationId), ...notificationFields(row))
        .zadd(keys.notifications, row.createdAtMs, row.notificationId)
        .zadd(keys.incidentNotifications(incidentId), row.createdAtMs, row.notificationId);
      await writer.sent();
    }
  }
  for (let n = 0; n < filled.auditEntries; n++) {
    const by = { keyId: 'benchkey', name: 'bench' };
    const entry = { act: 'incident-noted', target: newestId, detail: `note ${n}`, by, from: '127.0.0.1' };
    writer.pipe().xadd(globalKeys.audit, '*', 'entry', JSON.stringify({ ...entry, failedBecause: null }));
    await writer.sent();
  }
  await writer.end();
  return { newestId };
}

function incidentOf(
  serviceName: string,
  environment: string,
  startedAtMs: number,
  isOpen: boolean,
): Incident {
  const serviceId = ids.serviceId(serviceName, environment);
  const detectedAtMs = startedAtMs + 120_000;
  return {
    ...{ incidentId: ids.incidentId(serviceId, startedAtMs), serviceId, serviceName, environment },
    ...{ state: isOpen ? 'open' : 'resolved', startedAtMs, detectedAtMs },
    ...{ recoveredAtMs: isOpen ? null : detectedAtMs + 1, resolvedAtMs: isOpen ? null : detectedAtMs + 2 },
    ...{ relapses: 0, silentSinceMs: isOpen ? startedAtMs : null, silentMs: 120_000, quietUntilMs: null },
    ...{ flapping: null, acknowledged: null },
    told: { outage: true, longSilence: false, last: 'down', recovery: null },
    timeline: [{ atMs: detectedAtMs, from: 'Healthy', to: 'Down' }],
  };
}

function notificationOf(incident: Incident, event: string, createdAtMs: number): Notification {
  const { incidentId, serviceId, serviceName, environment, startedAtMs, detectedAtMs } = incident;
  const notificationId = ids.notificationId(incidentId, event, 'hook');
  return {
    ...{ notificationId, incidentId, serviceId, channelId: 'hook', channelType: 'webhook', kind: 'down' },
    ...{ state: 'sent', reason: null, attempts: 1, createdAtMs, afterId: null },
    ...{ nextAttemptAtMs: null, sentAtMs: createdAtMs },
    message: {
      ...{ notificationId, incidentId, kind: 'down', serviceId, serviceName, environment },
      ...{ startedAtMs, detectedAtMs, recoveredAtMs: null, outageMs: null, relapses: 0 },
      ...{ instances: { Pending: 0, Healthy: 4, Degraded: 0, Down: 1, Recovered: 0 }, lastMetrics: [] },
      url: `http://127.0.0.1:8080/#/incidents/${incidentId}`,
    },
  };
}
