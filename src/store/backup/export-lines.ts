import type { RedisClient } from '../client/connect.ts';
import { primariesOf } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';
import { createPartitions } from '../partition.ts';
import { backupKeys } from './backup-keys.ts';
import type { BackupEntry, BackupHeader } from './backup-line.ts';
import { countStored } from './count-stored.ts';
import { KeyTypes } from './key-types.ts';
import { readEntry } from './read-entry.ts';
import { WritePause } from './write-pause.ts';

const keysAtOnce = 500;

export interface ExportOptions {
  /** The names of the queues under the partitions' tags, which are left out. */
  queues: readonly string[];
  /** Whether writes are held back meanwhile; without it the backup is only of one moment if nobody writes. */
  pauses: boolean;
  onHeader: (header: BackupHeader) => void;
  onProgress: (done: number, total: number) => void;
  onPaused: (ms: number) => void;
}

/** A backup, line by line: the header, then one line for each key that is ours and does not end by itself. */
export async function* exportLines(client: RedisClient, options: ExportOptions): AsyncGenerator<string> {
  const pause = options.pauses ? new WritePause(client) : null;
  const types = new KeyTypes(client);
  // What can be learnt before keeps the pause short; a key never changes its type.
  if (pause !== null) await types.learn(await keysToTake(client, options.queues));
  try {
    await pause?.begin();
    const all = await keysToTake(client, options.queues);
    await types.learn(all);
    const keys = all.filter((key) => types.of(key) !== null);
    const header = await readHeader(client, keys.length);
    options.onHeader(header);
    yield toLine(header);
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      await pause?.renew();
      const some = keys.slice(from, from + keysAtOnce);
      const entries = await Promise.all(some.map((key) => readEntry(client, key, types.of(key) ?? '')));
      yield entries.map((entry, i) => toLine(entry ?? gone(some[i] ?? ''))).join('');
      options.onProgress(from + some.length, keys.length);
    }
    await pause?.renew();
  } finally {
    if (pause !== null) options.onPaused(await pause.end());
  }
}

async function keysToTake(client: RedisClient, queues: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const node of primariesOf(client)) {
    for await (const keys of node.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) {
      for (const key of keys) if (backupKeys.isTaken(key, queues)) found.add(key);
    }
  }
  return [...found].sort();
}

async function readHeader(client: RedisClient, redisKeys: number): Promise<BackupHeader> {
  const [partitions, schemaVersion] = await client.hmget(globalKeys.meta, 'partitions', 'schemaVersion');
  if (partitions == null) throw new Error('no monitor has ever run on this Redis: there is nothing to keep');
  return {
    format: 'service-monitor-backup',
    formatVersion: 1,
    schemaVersion: Number(schemaVersion ?? 0),
    partitions: Number(partitions),
    createdAt: new Date().toISOString(),
    redisKeys,
    counts: await countStored(client, createPartitions(Number(partitions))),
  };
}

/** A key went while it was read: writes were not held back. */
function gone(key: string): never {
  throw new Error(
    `the key ${key} went away while it was read; stop the monitor, or let the backup hold writes back`,
  );
}

function toLine(content: BackupHeader | BackupEntry): string {
  return `${JSON.stringify(content)}\n`;
}
