import type { DownService, OutageGroups } from '../../actors/ports/outage-groups.ts';
import type { RedisClient } from '../client/connect.ts';
import { toIncident } from '../incidents/to-incident.ts';
import type { Partitions } from '../partition.ts';
import { toLabels } from '../services/service-labels.ts';

/** How many services are asked for side by side. */
const atOnce = 200;

/** What a group needs to know of services. */
export function createDownServices(
  client: RedisClient,
  partitions: Partitions,
  notificationId: (incidentId: string, event: string, channelId: string) => string,
): Pick<OutageGroups, 'downServices' | 'names'> {
  async function nameOf(serviceId: string) {
    const key = partitions.of(serviceId).service(serviceId);
    const [serviceName, environment, labels] = await client.hmget(
      key,
      'serviceName',
      'environment',
      'labels',
    );
    if (serviceName == null || environment == null) return null;
    return { serviceId, serviceName, environment, labels: toLabels(labels ?? null) };
  }

  async function downService(serviceId: string, channelIds: readonly string[]): Promise<DownService | null> {
    const keys = partitions.of(serviceId);
    const [named, incidentId] = await Promise.all([
      nameOf(serviceId),
      client.hget(keys.service(serviceId), 'openIncidentId'),
    ]);
    if (named === null || !incidentId) return null;
    const text = await client.get(keys.incident(incidentId));
    if (text === null) return null;
    const { state, detectedAtMs, told: last, labels } = toIncident(text);
    // Who is heard again meanwhile is not Down because of anything.
    if (state !== 'open') return null;
    return {
      ...{ ...named, incidentId, detectedAtMs },
      ...(labels === undefined ? {} : { labels }),
      isTold: await isTold(incidentId, last.last, channelIds),
    };
  }

  /** Whether a message of its own has left for any channel. One that waits for the look that asks is not decided. */
  async function isTold(incidentId: string, event: string, channelIds: readonly string[]): Promise<boolean> {
    const keys = partitions.of(incidentId);
    const rows = await Promise.all(
      channelIds.map((channelId) =>
        client.hmget(keys.notification(notificationId(incidentId, event, channelId)), 'state', 'decidedAtMs'),
      ),
    );
    return rows.some(([state, decidedAtMs]) => Boolean(decidedAtMs) && state !== 'suppressed');
  }

  async function each<T>(ids: readonly string[], read: (id: string) => Promise<T | null>): Promise<T[]> {
    const found: T[] = [];
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = await Promise.all(ids.slice(from, from + atOnce).map(read));
      found.push(...some.filter((one) => one !== null));
    }
    return found;
  }

  return {
    downServices: (serviceIds, channelIds) => each(serviceIds, (id) => downService(id, channelIds)),
    names: (serviceIds) => each(serviceIds, nameOf),
  };
}
