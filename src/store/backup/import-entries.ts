import type { RedisClient } from '../client/connect.ts';
import { primariesOf } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';
import { createPartitions } from '../partition.ts';
import type { BackupEntry, BackupHeader } from './backup-line.ts';
import { countStored } from './count-stored.ts';
import { writeEntry } from './write-entry.ts';

const entriesAtOnce = 200;

/**
 * Writes a backup into an empty Redis; throws an Error when it is not empty. While it is under way Redis is marked, and
 * no monitor starts on it; `finishRestore` takes the mark away.
 */
export async function importEntries(
  client: RedisClient,
  header: BackupHeader,
  entries: AsyncIterable<BackupEntry>,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const sizes = await Promise.all(primariesOf(client).map((node) => node.dbsize()));
  const size = sizes.reduce((total, one) => total + one, 0);
  if (size > 0) {
    throw new Error(`this Redis is not empty: it holds ${size} keys. Restore into an empty one`);
  }
  await client.hset(globalKeys.meta, 'restoring', header.createdAt);
  let some: BackupEntry[] = [];
  let done = 0;
  const flush = async () => {
    await Promise.all(some.map((entry) => writeEntry(client, entry)));
    done += some.length;
    some = [];
    onProgress(done, header.redisKeys);
  };
  for await (const entry of entries) {
    if (some.push(entry) === entriesAtOnce) await flush();
  }
  await flush();
  const counts = await countStored(client, createPartitions(header.partitions));
  if (JSON.stringify(counts) !== JSON.stringify(header.counts)) {
    throw new Error(
      `restored were ${JSON.stringify(counts)}, and the backup says ${JSON.stringify(header.counts)}`,
    );
  }
}

/** Takes away the mark that keeps monitors from starting on half a restore; a lock that was held then is nobody's. */
export async function finishRestore(client: RedisClient): Promise<void> {
  await client.hdel(globalKeys.meta, 'restoring', 'lock');
}
