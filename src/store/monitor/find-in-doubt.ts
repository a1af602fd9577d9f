import { isInDoubt } from '../../domain/is-in-doubt.ts';
import { knownNodes } from '../../domain/node-settings.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';
import { readImpairment } from './read-impairment.ts';
import { createNodeReadings } from './read-nodes.ts';

const readClock = loadScript('read-clock');

/** Finds out which of these services have a status that may be wrong now. */
export type FindInDoubt = (serviceIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** What all partitions share is read once for all services, and each of their partitions once. */
export function createFindInDoubt(
  client: RedisClient,
  partitions: Partitions,
  blindAfterMs: () => number,
): FindInDoubt {
  const nodes = createNodeReadings(client, partitions);

  async function readPartition(keys: PartitionKeys) {
    const [tick, now, ...firsts] = await Promise.all([
      client.hget(keys.clock, 'tick'),
      readClock.run(client, [keys.clock], []),
      client.zrange(keys.timer, '0', '0', 'WITHSCORES'),
      client.zrange(keys.serviceTimer, '0', '0', 'WITHSCORES'),
    ]);
    const due = firsts.flatMap(([, dueAtMs]) => (dueAtMs === undefined ? [] : [Number(dueAtMs)]));
    return {
      nowMs: Number(now),
      tickAtMs: tick === null ? null : Number(tick),
      dueAtMs: due.length === 0 ? null : Math.min(...due),
    };
  }

  return async function findInDoubt(serviceIds) {
    const byPartition = Map.groupBy(serviceIds, (serviceId) => partitions.of(serviceId));
    const [impairment, shown, ...read] = await Promise.all([
      readImpairment(client, partitions.at(0)),
      nodes.read(),
      ...[...byPartition].map(async ([keys, some]) => ({ some, ...(await readPartition(keys)) })),
    ]);
    const living = knownNodes.living(shown.nodes, shown.nowMs);
    const causes = impairment?.active ?? [];
    const all = { causes, hasWorker: living.some(({ channelIds }) => channelIds !== null) };
    const doubtful = read.filter(({ nowMs, tickAtMs, dueAtMs }) =>
      isInDoubt({ ...all, tickAtMs, dueAtMs, blindAfterMs: blindAfterMs() }, nowMs),
    );
    return new Set(doubtful.flatMap(({ some }) => some));
  };
}
