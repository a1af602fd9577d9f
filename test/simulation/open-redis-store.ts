import { createHash } from 'node:crypto';
import type { StreamEntry } from '../../src/actors/ports/events.ts';
import { connect, type RedisClient, whenReady } from '../../src/store/client/connect.ts';
import { createEventStream } from '../../src/store/events/event-stream.ts';
import { ids } from '../../src/store/ids.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createBeats } from '../../src/store/instances/beats.ts';
import { createChecks } from '../../src/store/instances/checks.ts';
import { createOverdue } from '../../src/store/instances/overdue.ts';
import { createRegistrations } from '../../src/store/instances/registrations.ts';
import { partitionKeys } from '../../src/store/keys.ts';
import { createReadings } from '../../src/store/lists/readings.ts';
import { createNotifications } from '../../src/store/notifications/notifications.ts';
import { createPartitions } from '../../src/store/partition.ts';
import { newestVersion } from '../../src/store/schema/migrations/migrations.ts';
import { createServices } from '../../src/store/services/services.ts';
import { createTelling } from '../../src/store/telling/telling.ts';
import { rulesOf } from '../store/open-store.ts';
import { openTestRedis } from '../support/open-redis.ts';
import { allPages } from './all-pages.ts';
import { openPeoplePorts } from './people/open-people-ports.ts';
import { Silences } from './silences.ts';
import type { SimulatedStore } from './simulated-store.ts';

const timeKey = 'simulated-time';

/** Stands before every script: `TIME` says what the simulation says; everything else is the server's own. */
const prelude = `
local server = redis
local redis = { call = function(name, ...)
  if name ~= 'TIME' then return server.call(name, ...) end
  local ms = tonumber(server.call('GET', '${timeKey}'))
  return { math.floor(ms / 1000), ms % 1000 * 1000 }
end }
`;

/** The real store and its real scripts on a Redis of its own, whose `TIME` stands still until it is set. */
export async function openRedisStore(
  blindAfterMs: number,
): Promise<SimulatedStore & { reset(): Promise<void> }> {
  const redis = await openTestRedis();
  const plain = connect(redis.url, 'blocking', () => undefined);
  await whenReady(plain);
  const client = withSimulatedTime(plain);
  const partitions = createPartitions(1);
  const keys = partitionKeys(0);
  const readings = createReadings(client, partitions, rulesOf);
  const kept = new Map<string, [key: string, dump: Buffer][]>();
  const silences = new Silences();
  let timeMs = 0;
  let diesBeforeWaking = false;
  let beats = createBeats(client, partitions, () => blindAfterMs, rulesOf);
  const setTime = (serverTimeMs: number) => {
    timeMs = serverTimeMs;
    // Commands of one connection keep their order: whatever is sent next sees it.
    void plain.set(timeKey, serverTimeMs);
  };

  /** Through a group of its own, which is given up to 500 entries at a time. */
  async function readAll(): Promise<StreamEntry[]> {
    const stream = createEventStream(plain, plain, keys, 'reader', 'one');
    await stream.ensureGroup();
    const entries: StreamEntry[] = [];
    for (let more = await stream.next(1); more.length > 0; more = await stream.next(1)) entries.push(...more);
    await plain.xgroup('DESTROY', keys.events, 'reader');
    return entries;
  }

  return {
    beats: {
      now: (partition) => beats.now(partition),
      async receive(partition, some, tickSentAtMs) {
        const receipt = await beats.receive(partition, some, tickSentAtMs);
        const dies = diesBeforeWaking && some.length > 0;
        if (!dies) return receipt;
        diesBeforeWaking = false;
        const outcomes = receipt.outcomes.map((outcome) =>
          outcome.kind === 'received' ? { ...outcome, isNews: false } : outcome,
        );
        return { ...receipt, outcomes };
      },
    },
    dieBeforeWaking() {
      diesBeforeWaking = true;
    },
    checks: createChecks(client, partitions),
    registrations: createRegistrations(client, partitions, () => newestVersion),
    services: createServices(client, partitions),
    incidents: createIncidents(client, partitions),
    notifications: createNotifications(client, partitions),
    overdue: createOverdue(client, keys),
    silences,
    telling: (rulesOf) =>
      createTelling(client, partitions, {
        ...{ ids, rulesOf, neededServices: async () => [] },
        silenceOf: async ({ serviceName }, atMs) => silences.of(serviceName, atMs),
        groupsOf: async () => new Map(),
      }),
    people: (rules, rulesOf) =>
      openPeoplePorts(client, partitions, { rules, rulesOf, silences, nowMs: () => timeMs }),
    stream: (group, consumer) => createEventStream(plain, plain, keys, group, consumer),
    setTime,
    async snapshot(name) {
      const names = await plain.keys('*');
      const dumps = await Promise.all(names.map((key) => plain.dumpBuffer(key)));
      kept.set(
        name,
        names.map((key, at) => [key, dumps[at] as Buffer]),
      );
    },
    async restore(name) {
      const all = kept.get(name ?? '') ?? [];
      // Who comes back without its last writes was away.
      plain.emit('close');
      await plain.flushdb();
      await Promise.all(all.map(([key, dump]) => plain.restore(key, 0, dump)));
      setTime(timeMs);
    },
    async all() {
      const gaps = (await plain.zrange(keys.blind, '0', '-1')).map((text) => text.split(':').map(Number));
      const events = await readAll();
      const items = await allPages((page) => readings.incidents(page, {}));
      const notifications = await allPages((page) => readings.notifications(null, page));
      return {
        gaps: gaps.map(([fromMs = 0, toMs = 0]) => ({ fromMs, toMs })),
        events: events.map(({ event }) => event),
        // Of what is shown, what is stored.
        incidents: items
          .map(({ silence: _, ...stored }) => stored)
          .sort((a, b) => (a.incidentId < b.incidentId ? -1 : 1)),
        notifications: notifications
          .map(({ digest: _, ...stored }) => stored)
          .sort((a, b) => (a.notificationId < b.notificationId ? -1 : 1)),
      };
    },
    async reset() {
      kept.clear();
      diesBeforeWaking = false;
      // What it remembers of instances belongs to the life before.
      beats = createBeats(client, partitions, () => blindAfterMs, rulesOf);
      plain.emit('close');
      await plain.flushdb();
    },
    async close() {
      plain.disconnect();
      await redis.close();
    },
  };
}

/** A client that sends each script with the prelude before it. */
function withSimulatedTime(client: RedisClient): RedisClient {
  const patched = new Map<string, string>();
  const evalsha = (sha: string, ...rest: (string | number)[]) => {
    const known = patched.get(sha);
    if (known === undefined) throw new Error('NOSCRIPT it is sent with the prelude first');
    return client.call('EVALSHA', known, ...rest);
  };
  const evaluate = async (source: string, ...rest: (string | number)[]) => {
    const sha = createHash('sha1').update(source).digest('hex');
    patched.set(sha, String(await client.call('SCRIPT', 'LOAD', `${prelude}\n${source}`)));
    return evalsha(sha, ...rest);
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'evalsha')
        return async (sha: string, ...rest: (string | number)[]) => evalsha(sha, ...rest);
      if (name === 'eval') return evaluate;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
