import type { RedisClient } from '../client/connect.ts';
import { pairsOf } from '../client/pairs-of.ts';
import type { BackupEntry, BackupGroup } from './backup-line.ts';
import { backupText } from './backup-text.ts';

/** HGETALL in capitals: of the small name the client makes an object, which reorders fields that are numbers. */
const readers = {
  hash: ['HGETALL'],
  set: ['smembers'],
  zset: ['zrange', '0', '-1', 'WITHSCORES'],
  list: ['lrange', '0', '-1'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

type Pairs = [entryId: Buffer, fields: Buffer[]][];

/** One key as Redis holds it; null: it is not there any more. */
export async function readEntry(client: RedisClient, key: string, type: string): Promise<BackupEntry | null> {
  switch (type) {
    case 'string': {
      const value = await client.getBuffer(key);
      return value === null ? null : { key, type, value: backupText.of(value) };
    }
    case 'hash':
    case 'set':
    case 'zset':
    case 'list': {
      const [command, ...args] = readers[type];
      const value = ((await client.callBuffer(command, [key, ...args])) as Buffer[]).map(backupText.of);
      // Redis knows no empty collections.
      return value.length === 0 ? null : { key, type, value };
    }
    case 'stream':
      return readStream(client, key);
    default:
      throw new Error(`the key ${key} has the type ${type}, which a backup cannot hold`);
  }
}

async function readStream(client: RedisClient, key: string): Promise<BackupEntry> {
  const info = toRecord((await client.xinfo('STREAM', key)) as unknown[]);
  const found = (await client.callBuffer('xrange', [key, '-', '+'])) as Pairs;
  const groups = ((await client.xinfo('GROUPS', key)) as unknown[][]).map(toRecord);
  return {
    key,
    type: 'stream',
    lastId: String(info['last-generated-id']),
    entries: found.map(([entryId, fields]) => [entryId.toString(), fields.map(backupText.of)]),
    groups: await Promise.all(groups.map((group) => toGroup(client, key, group))),
  };
}

/** What was given to a reader and not finished will be given again: effects may be repeated, never lost. */
async function toGroup(
  client: RedisClient,
  key: string,
  group: Record<string, unknown>,
): Promise<BackupGroup> {
  const name = String(group['name']);
  const after = String(group['last-delivered-id']);
  if (group['pending'] === 0) return { name, after };
  const [, oldest] = (await client.xpending(key, name)) as [number, string | null];
  return { name, after: oldest === null ? after : idBefore(oldest) };
}

function idBefore(id: string): string {
  const [ms = 0n, sequence = 0n] = id.split('-').map(BigInt);
  if (sequence > 0n) return `${ms}-${sequence - 1n}`;
  return ms === 0n ? '0-0' : `${ms - 1n}-${2n ** 64n - 1n}`;
}

function toRecord(flat: unknown[]): Record<string, unknown> {
  return Object.fromEntries(pairsOf(flat).map(([name, value]) => [String(name), value]));
}
