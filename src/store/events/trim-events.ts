import type { RedisClient } from '../client/connect.ts';
import { pairsOf } from '../client/pairs-of.ts';
import type { PartitionKeys } from '../keys.ts';

/** How long an event stays after it was handled, for who reads along; incidents keep their own record. */
const keptMs = 10 * 60 * 1000;

type Group = Record<string, string | number | null>;

/**
 * Cuts off events that every group has finished and that are older than ten minutes. Trimming by length could cut what
 * nobody has read yet; this cannot.
 */
export async function trimEvents(client: RedisClient, keys: PartitionKeys): Promise<void> {
  if ((await client.exists(keys.events)) === 0) return;
  const groups = ((await client.xinfo('GROUPS', keys.events)) as (string | number | null)[][]).map(toGroup);
  if (groups.length === 0) return;
  const reached = await Promise.all(groups.map((group) => oldestNeeded(client, keys, group)));
  const [seconds] = await client.time();
  const oldest = [...reached, `${Number(seconds) * 1000 - keptMs}-0`].reduce((a, b) =>
    isBefore(a, b) ? a : b,
  );
  await client.xtrim(keys.events, 'MINID', '~', oldest);
}

/** The first entry that a group may still ask for: the oldest it has not finished, else the last it was given. */
async function oldestNeeded(client: RedisClient, keys: PartitionKeys, group: Group): Promise<string> {
  const last = String(group['last-delivered-id']);
  if (group['pending'] === 0) return last;
  const summary = (await client.xpending(keys.events, String(group['name']))) as [number, string | null];
  return summary[1] ?? last;
}

function toGroup(flat: (string | number | null)[]): Group {
  return Object.fromEntries(pairsOf(flat).map(([name, value]) => [String(name), value]));
}

function isBefore(a: string, b: string): boolean {
  const [aMs = 0, aSeq = 0] = a.split('-').map(Number);
  const [bMs = 0, bSeq = 0] = b.split('-').map(Number);
  return aMs < bMs || (aMs === bMs && aSeq < bSeq);
}
