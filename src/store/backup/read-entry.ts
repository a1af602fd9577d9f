import type { RedisClient } from '../connect.ts';
import type { BackupEntry, BackupGroup, BackupText } from './backup-line.ts';
import { backupText } from './backup-text.ts';

type Pairs = [entryId: Buffer, fields: Buffer[]][];

/** One key as Redis holds it; null: it is not there, or it ends by itself and is nobody's record. */
export async function readEntry(client: RedisClient, key: string): Promise<BackupEntry | null> {
  const [type, endsInMs] = await Promise.all([client.type(key), client.pttl(key)]);
  if (endsInMs !== -1) return null;
  const texts = async (command: string, ...args: string[]): Promise<BackupText[]> =>
    ((await client.callBuffer(command, [key, ...args])) as Buffer[]).map(backupText.of);
  switch (type) {
    case 'string': {
      const value = await client.getBuffer(key);
      return value === null ? null : { key, type, value: backupText.of(value) };
    }
    case 'hash':
      // In capitals: of the small name the client makes an object, which reorders fields that are numbers.
      return { key, type, value: await texts('HGETALL') };
    case 'set':
      return { key, type, value: await texts('smembers') };
    case 'zset':
      return { key, type, value: await texts('zrange', '0', '-1', 'WITHSCORES') };
    case 'list':
      return { key, type, value: await texts('lrange', '0', '-1') };
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
  const record: Record<string, unknown> = {};
  for (let i = 0; i < flat.length; i += 2) record[String(flat[i])] = flat[i + 1];
  return record;
}
