import type {
  IncidentReading,
  InstanceReading,
  NotificationReading,
  Readings,
} from '../../actors/ports/reading.ts';
import { slotOf } from '../../domain/ids.ts';
import { isThere } from '../../domain/instance-location.ts';
import type { NotificationState } from '../../domain/notification.ts';
import type { RulesOf } from '../../domain/policy.ts';
import { silenceSoFar } from '../../domain/silence-so-far.ts';
import { type InstanceStatus, isLiving } from '../../domain/status.ts';
import { nextProbeAtMs } from '../channel-health/next-probe.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import { gapsOfIncident } from '../incidents/gaps-of-incident.ts';
import { toIncident } from '../incidents/to-incident.ts';
import { readShownInstance } from '../instances/read-shown-instance.ts';
import { toNotification } from '../notifications/notification-record.ts';
import type { Partitions } from '../partition.ts';
import { createServiceReadings } from '../services/service-readings.ts';
import { pageSources } from './page-sources.ts';
import { readPage } from './read-page.ts';
import { ReadingCost } from './reading-cost.ts';
import { siftByLocation } from './sift-by-location.ts';

const readStatuses = loadScript('read-statuses');
const readClock = loadScript('read-clock');

const { byTime, idAt } = pageSources;

const always = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };

/** Who is in one of these is no newcomer: it stands where the time is 0. */
const neverNewcomers: readonly InstanceStatus[] = ['Down', 'Recovered', 'Stopped', 'Replaced'];

/** What people and programs may look at. Nothing here is judged by, so reads need not be of one moment. */
export function createReadings(client: RedisClient, partitions: Partitions, rulesOf: RulesOf): Readings {
  async function incident(incidentId: string, cost = new ReadingCost()): Promise<IncidentReading | null> {
    const keys = partitions.of(incidentId);
    const text = await client.get(keys.incident(incidentId));
    cost.add('incident');
    cost.add('kilobyte', (text?.length ?? 0) / 1024);
    if (text === null) return null;
    const found = toIncident(text);
    if (found.silentSinceMs === null) return { ...found, silence: silenceSoFar(found, 0, []) };
    const [now, gaps] = await Promise.all([
      readClock.run(client, [keys.clock], []),
      gapsOfIncident(client, keys, found),
    ]);
    cost.add('silence');
    cost.add('gap', gaps.length);
    return { ...found, silence: silenceSoFar(found, Number(now), gaps) };
  }

  async function notification(notificationId: string): Promise<NotificationReading | null> {
    const keys = partitions.of(notificationId);
    const found = toNotification(await client.hgetall(keys.notification(notificationId)));
    if (found?.waitsSinceMs !== undefined) {
      const nextMs = await nextProbeAtMs(client, partitions.at(0), found.channelId);
      return { ...found, nextAttemptAtMs: nextMs };
    }
    if (found?.digestId === undefined) return found;
    const state = await client.hget(partitions.of(found.digestId).notification(found.digestId), 'state');
    return state === null ? found : { ...found, digest: { state: state as NotificationState } };
  }

  /** With the interval that it is judged by from now on; what is stored is what it was judged by last. */
  async function instance(instanceId: string, cost?: ReadingCost): Promise<InstanceReading | null> {
    const shown = await readShownInstance(client, partitions.of(instanceId), instanceId, cost);
    if (shown === null) return null;
    const { timing } = rulesOf(shown.description, shown.description.registrantIntervalMs ?? undefined);
    return { ...shown, expectedIntervalMs: timing.intervalMs };
  }

  async function withStatus(
    positions: string[],
    status: InstanceStatus | undefined,
    cost: ReadingCost,
  ): Promise<string[]> {
    if (status === undefined) return positions;
    cost.add('instanceStatus', positions.length);
    const keys = positions.map((position) => partitions.of(idAt(position)).instance(idAt(position)));
    const found = keys.length === 0 ? [] : ((await readStatuses.run(client, keys, [])) as string[]);
    return positions.filter((_, i) => found[i] === status);
  }

  return {
    ...createServiceReadings(client, partitions),
    instance: (instanceId) => instance(instanceId),
    incident: (incidentId) => incident(incidentId),
    notification,

    async instances(serviceId, request, { status, ...wanted } = {}) {
      const cost = new ReadingCost();
      const keys = partitions.of(serviceId);
      if (status !== undefined && isLiving(status)) {
        const count = await client.hget(keys.service(serviceId), status);
        if (Number(count) === 0) return { items: [], next: null };
      }
      const key = keys.serviceInstances(serviceId);
      const isAny = Object.values(wanted).every((value) => value === undefined);
      const isOld = status !== undefined && neverNewcomers.includes(status);
      const source = isOld
        ? byTime(client, key, 'up', { fromMs: 0, toMs: 0 })
        : byTime(client, key, 'down', always);
      return readPage(request, {
        place: 'time',
        sources: [source],
        direction: isOld ? 1 : -1,
        cost,
        async sift(positions) {
          const found = await withStatus(positions, status, cost);
          const keyOf = (position: string) => keys.instance(idAt(position));
          return isAny ? found : siftByLocation(client, found, wanted, { keyOf, cost });
        },
        async read(position) {
          const found = await instance(idAt(position), cost);
          if (found === null || (status !== undefined && found.state.status !== status)) return null;
          return isThere(found.description, wanted) ? found : null;
        },
      });
    },

    incidents(request, { serviceId, serviceIds, fromMs = 0, toMs = always.toMs, includes = () => true }) {
      const wanted = serviceId === undefined ? serviceIds : new Set([serviceId]);
      const slots = wanted && new Set([...wanted].map(slotOf));
      const cost = new ReadingCost();
      const some = serviceId === undefined ? partitions.all : [partitions.of(serviceId)];
      return readPage(request, {
        place: 'time',
        sources: some.map((keys) => byTime(client, keys.incidents, 'down', { fromMs, toMs })),
        direction: -1,
        cost,
        // An incident has its service's slot: most of the others need not be read.
        sift: async (positions) =>
          slots === undefined ? positions : positions.filter((position) => slots.has(slotOf(idAt(position)))),
        async read(position) {
          const found = await incident(idAt(position), cost);
          if (found === null || wanted?.has(found.serviceId) === false) return null;
          return includes(found) ? found : null;
        },
      });
    },

    notifications(incidentId, request, { fromMs = 0, toMs = always.toMs, includes = () => true } = {}) {
      const cost = new ReadingCost();
      const indexes =
        incidentId === null
          ? partitions.all.map((keys) => keys.notifications)
          : [partitions.of(incidentId).incidentNotifications(incidentId)];
      return readPage(request, {
        place: 'time',
        sources: indexes.map((index) => byTime(client, index, 'down', { fromMs, toMs })),
        direction: -1,
        cost,
        sift: async (positions) => positions,
        async read(position) {
          cost.add('notification');
          const found = await notification(idAt(position));
          return found !== null && includes(found) ? found : null;
        },
      });
    },
  };
}
