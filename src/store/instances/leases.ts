import type { CheckLeases, LeasedInstance } from '../../actors/ports/leases.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';
import { toGap } from '../monitor/blind-ledger.ts';
import type { Partitions } from '../partition.ts';
import { wakingStatuses } from './instance-commit.ts';
import { type JudgedFacts, judgedFacts } from './judged-facts.ts';
import { JudgedFactsCache } from './judged-facts-cache.ts';

const leaseDue = loadScript('lease-due');
const readFields = loadScript('read-fields');
const rearm = loadScript('rearm');

/** How many are leased at a time, so that no single call holds Redis for long. */
const atMost = 500;

/** Judging them takes milliseconds; what a worker that died had leased is due again after this. */
const leaseMs = 300;

/** In all partitions together; some 300 B each. */
const mostFacts = 1_000_000;

type Values = (string | null)[];

/** Of one instance: its fields' values, or only its revision. */
type Found = Values | string | null;

type Reply = [
  now: string,
  tick: string | null,
  mark: string | null,
  ids: string[],
  seen: Values,
  found: Found[],
  gaps: string[],
];

/**
 * Leases what is due, and sets its timers again: what nearly all checks come to, many at a time. The fields of an
 * instance that was checked before are remembered; Redis is asked only for its revision.
 */
export function createLeases(client: RedisClient, partitions: Partitions): CheckLeases {
  const caches = partitions.all.map(() => new JudgedFactsCache(mostFacts / partitions.all.length));
  // A Cluster that promotes a replica closes nothing here; its client says which nodes it has now.
  for (const event of ['close', '-node', '+node']) {
    client.on(event, () => {
      for (const cache of caches) cache.forgetAll();
    });
  }

  /** What each is judged by, from what the lease found; null: there is no such instance. */
  async function factsOf(
    cache: JudgedFactsCache,
    keys: PartitionKeys,
    ids: readonly string[],
    found: readonly Found[],
  ): Promise<(JudgedFacts | null)[]> {
    const recalled = ids.map((id, i) => recall(cache, id, found[i] ?? null));
    cache.isWarm = 2 * recalled.filter((one) => one?.isKnown).length >= ids.length;
    const unread = ids.filter((_, i) => recalled[i] === null);
    const read = await readAll(cache, keys, unread);
    return ids.map((id, i) => recalled[i]?.facts ?? read.get(id) ?? null);
  }

  /** Whatever was changed since the lease is checked alone: its timer has changed too. */
  async function readAll(
    cache: JudgedFactsCache,
    keys: PartitionKeys,
    ids: readonly string[],
  ): Promise<Map<string, JudgedFacts>> {
    const read = new Map<string, JudgedFacts>();
    if (ids.length === 0) return read;
    const args = [keys.instance(''), ids.length, ...ids, ...judgedFacts.fields];
    const values = (await readFields.run(client, [keys.timer], args)) as Values[];
    for (const [i, id] of ids.entries()) {
      const facts = judgedFacts.of(values[i] ?? []);
      if (facts === null) continue;
      cache.keep(id, facts);
      read.set(id, facts);
    }
    return read;
  }

  return {
    async lease(partition, lateMs) {
      const keys = partitions.at(partition);
      const cache = caches[partition] as JudgedFactsCache;
      cache.forgetOld();
      const names = [keys.timer, keys.seen, keys.clock, keys.blind];
      const fields = cache.isWarm ? [] : judgedFacts.fields;
      const reply = await leaseDue.run(client, names, [
        lateMs,
        atMost,
        leaseMs,
        keys.instance(''),
        ...fields,
      ]);
      const [now, tick, mark, ids, seen, found, gaps] = reply as Reply;
      const facts = ids.length === 0 ? [] : await factsOf(cache, keys, ids, found);
      const instances: LeasedInstance[] = [];
      const gone: string[] = [];
      for (const [i, instanceId] of ids.entries()) {
        const known = facts[i] ?? null;
        if (known === null) gone.push(instanceId);
        else instances.push(judgedFacts.withSeen(instanceId, known, seen[i] ?? null));
      }
      return {
        ...{ nowMs: Number(now), tickAtMs: Number(tick ?? 0), gaps: gaps.map(toGap) },
        ...{ untilMs: Number(mark ?? 0), instances, gone, isFull: ids.length === atMost },
      };
    },

    async rearm(partition, untilMs, rests) {
      const { timer, seen } = partitions.at(partition);
      const args: (string | number)[] = [untilMs, rests.length];
      for (const { instance } of rests) args.push(instance.instanceId);
      for (const { nextCheckAtMs } of rests) args.push(nextCheckAtMs);
      for (const [i, { instance }] of rests.entries()) {
        const { status, silentSinceMs } = instance.state;
        // Where a heartbeat is no news it only moves the deadline, and a check that comes early does no harm.
        if (wakingStatuses.includes(status)) args.push(i + 1, silentSinceMs);
      }
      const stale = (await rearm.run(client, [timer, seen], args)) as number[];
      return stale.map((position) => rests[position - 1]?.instance.instanceId ?? '');
    },
  };
}

/** Null: its fields are to be read. */
function recall(
  cache: JudgedFactsCache,
  instanceId: string,
  found: Found,
): { facts: JudgedFacts | null; isKnown: boolean } | null {
  const read = Array.isArray(found) ? judgedFacts.of(found) : null;
  const revision = Array.isArray(found) ? read?.revision : found;
  if (revision == null) return { facts: null, isKnown: false };
  const kept = cache.find(instanceId, revision);
  if (kept !== null) return { facts: read ?? kept, isKnown: true };
  if (read === null) return null;
  cache.keep(instanceId, read);
  return { facts: read, isKnown: false };
}
