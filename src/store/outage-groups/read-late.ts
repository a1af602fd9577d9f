import { type LateInstance, lateAtMs } from '../../domain/failure-domains/late-instance.ts';
import type { RulesOf } from '../../domain/policy.ts';
import { synthetic } from '../../domain/synthetic-outage.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import type { PartitionKeys } from '../keys.ts';
import { toGap } from '../monitor/blind-ledger.ts';
import { readInstances } from './read-instances.ts';

/** How many are read in one call, so that none holds Redis for long. */
const atOnce = 500;

/** What the monitor could not hear longer ago does not matter for who fell silent together. */
const gapsOfMs = 6 * 60 * 60 * 1000;

/** The late instances of one partition. */
export interface LateOfPartition {
  late: LateInstance[];
  /** Which part of those that may be late was read. */
  share: number;
}

/**
 * Those that are late by silence. Who is late is in the set of those whose next heartbeat is news, together with those
 * that have not sent any yet.
 */
export async function readLate(
  client: RedisClient,
  keys: PartitionKeys,
  { rulesOf, atMost }: { rulesOf: RulesOf; atMost: number },
): Promise<LateOfPartition> {
  const [nowMs, size] = await Promise.all([readClock(client, keys), client.scard(keys.wake)]);
  const ids = size <= atMost ? await allOf(client, keys) : await client.srandmember(keys.wake, atMost);
  const gaps = (await client.zrangebyscore(keys.blind, nowMs - gapsOfMs, '+inf')).map(toGap);
  const late: LateInstance[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    for (const one of await readInstances(client, keys, ids.slice(from, from + atOnce))) {
      if (one.status !== 'Degraded' && one.status !== 'Down') continue;
      if (synthetic.isIn(one)) continue;
      const { intervalMs, graceMs } = rulesOf(one, one.promisedMs).timing;
      const { instanceId, serviceId, attributes, lastBeatAtMs } = one;
      const own = gaps.filter((gap) => gap.toMs > lastBeatAtMs);
      const instance = { instanceId, serviceId, attributes, lastBeatAtMs, intervalMs, graceMs, gaps: own };
      // Some are Degraded by their own word, and heard.
      if (lateAtMs(instance) <= nowMs) late.push(instance);
    }
  }
  return { late, share: ids.length === 0 ? 1 : ids.length / Math.max(size, ids.length) };
}

async function allOf(client: RedisClient, keys: PartitionKeys): Promise<string[]> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const [next, some] = await client.sscan(keys.wake, cursor, 'COUNT', atOnce);
    for (const id of some) found.add(id);
    cursor = next;
  } while (cursor !== '0');
  return [...found];
}
