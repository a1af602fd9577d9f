import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';
import { fleetRecord } from './fleet-record.ts';

const readFields = loadScript('read-fields');

type Found = NonNullable<ReturnType<typeof fleetRecord.of>>;

/** Some instances of one partition, in one call; who left is not among them. */
export async function readInstances(
  client: RedisClient,
  keys: PartitionKeys,
  ids: readonly string[],
): Promise<Found[]> {
  if (ids.length === 0) return [];
  const args = [keys.instance(''), ids.length, ...ids, ...fleetRecord.fields];
  const [values, scores] = await Promise.all([
    readFields.run(client, [keys.seen], args) as Promise<(string | null)[][]>,
    client.zmscore(keys.seen, ...ids),
  ]);
  return ids.flatMap((id, i) => {
    const score = scores[i];
    const found = score == null ? null : fleetRecord.of(id, values[i] ?? [], Number(score));
    return found === null ? [] : [found];
  });
}
