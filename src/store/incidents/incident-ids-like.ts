import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** As far back as an abbreviated id is looked for, in each partition. */
const newest = 1_000;

/** The ids of incidents that begin so, among the newest. */
export async function incidentIdsLike(
  client: RedisClient,
  partitions: Partitions,
  beginning: string,
): Promise<string[]> {
  const ids = await Promise.all(
    partitions.all.map(({ incidents }) => client.zrevrange(incidents, 0, String(newest - 1))),
  );
  return ids.flat().filter((id) => id.startsWith(beginning.toLowerCase()));
}
