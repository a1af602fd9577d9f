import type { RecordKind } from '../../actors/ports/retention.ts';
import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';

/** How many there are of what is kept for a time. */
export async function countRecords(
  client: RedisClient,
  { all }: Pick<Partitions, 'all'>,
): Promise<Record<RecordKind, number>> {
  const sum = async (keys: string[]) => {
    const counts = await Promise.all(keys.map((key) => client.zcard(key)));
    return counts.reduce((total, count) => total + count, 0);
  };
  const [incidents, notifications, audit, gaps, maintenance, groups] = await Promise.all([
    sum(all.map((keys) => keys.incidents)),
    sum(all.map((keys) => keys.notifications)),
    client.xlen(globalKeys.audit),
    sum(all.map((keys) => keys.blind)),
    sum(all.slice(0, 1).map((keys) => keys.pastMaintenance)),
    sum(all.slice(0, 1).map((keys) => keys.groups)),
  ]);
  return {
    ...{ incident: incidents, notification: notifications, 'audit-entry': audit, 'blind-gap': gaps },
    ...{ maintenance, 'outage-group': groups },
  };
}
