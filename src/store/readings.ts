import type { InstanceReading, Readings, ServiceReading } from '../actors/ports-of-reading.ts';
import type { Notification } from '../domain/notification.ts';
import type { RulesOf } from '../domain/policy.ts';
import type { RedisClient } from './connect.ts';
import { createIncidents } from './incidents.ts';
import { toNotification } from './notification-record.ts';
import { idAt, pageSources } from './page-sources.ts';
import type { Partitions } from './partition.ts';
import { readPage } from './read-page.ts';
import { readShownInstance } from './read-shown-instance.ts';
import { toServiceRecord } from './service-record.ts';

/** Of a service with more instances than this, only so many are asked when it was heard last. */
const instancesAsked = 1_000;

/** What people and programs may look at. Nothing here is judged by, so reads need not be of one moment. */
export function createReadings(client: RedisClient, partitions: Partitions, rulesOf: RulesOf): Readings {
  const { byName, newestFirst, byId } = pageSources;
  const { read: incident } = createIncidents(client, partitions);

  async function service(serviceId: string): Promise<ServiceReading | null> {
    const keys = partitions.of(serviceId);
    const record = toServiceRecord(serviceId, await client.hgetall(keys.service(serviceId)));
    if (record === null) return null;
    const ids = await client.zrange(keys.serviceInstances(serviceId), '0', String(instancesAsked - 1));
    const heard = ids.length === 0 ? [] : await client.zmscore(keys.seen, ids);
    const times = heard.flatMap((time) => (time === null ? [] : [Number(time)]));
    const { status, sinceMs, counts, serviceName, environment, openIncidentId, lastHeardAtMs } = record;
    const heardAtMs = times.length > 0 ? Math.max(...times) : lastHeardAtMs;
    const lastBeat = counts.Pending > 0 && status === 'Pending' ? null : heardAtMs;
    return {
      serviceId,
      serviceName,
      environment,
      status,
      sinceMs,
      counts,
      openIncidentId,
      lastBeatAtMs: lastBeat,
    };
  }

  /** With the interval that it is judged by from now on; what is stored is what it was judged by last. */
  async function instance(instanceId: string): Promise<InstanceReading | null> {
    const shown = await readShownInstance(client, partitions.of(instanceId), instanceId);
    if (shown === null) return null;
    const { timing } = rulesOf(shown.description, shown.description.registrantIntervalMs ?? undefined);
    return { ...shown, expectedIntervalMs: timing.intervalMs };
  }

  async function notification(notificationId: string): Promise<Notification | null> {
    const keys = partitions.of(notificationId);
    return toNotification(await client.hgetall(keys.notification(notificationId)));
  }

  return {
    service,
    instance,
    incident,
    notification,

    services(request, wanted) {
      const sources = partitions.all.map((keys) => byName(client, keys.serviceIndex));
      return readPage(request, sources, 1, (member) => service(member.split('\0')[2] ?? ''), wanted);
    },

    instances(serviceId, request, wanted) {
      const source = byId(client, partitions.of(serviceId).serviceInstances(serviceId));
      return readPage(request, [source], 1, instance, wanted);
    },

    incidents(request, wanted) {
      const sources = partitions.all.map((keys) => newestFirst(client, keys.incidents));
      return readPage(request, sources, -1, (position) => incident(idAt(position)), wanted);
    },

    notifications(incidentId, request) {
      const indexes =
        incidentId === null
          ? partitions.all.map((keys) => keys.notifications)
          : [partitions.of(incidentId).incidentNotifications(incidentId)];
      const sources = indexes.map((index) => newestFirst(client, index));
      return readPage(
        request,
        sources,
        -1,
        (position) => notification(idAt(position)),
        () => true,
      );
    },
  };
}
