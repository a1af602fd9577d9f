import type { RedisClient } from '../client/connect.ts';
import type { BackupEntry } from './backup-line.ts';
import { backupText } from './backup-text.ts';

/** How many words one command has at most; a multiple of two. */
const wordsAtOnce = 2_000;

const commands = { hash: 'hset', set: 'sadd', zset: 'zadd', list: 'rpush' } as const;

/** One key of a backup, back to where it was. */
export async function writeEntry(client: RedisClient, entry: BackupEntry): Promise<void> {
  const { key } = entry;
  if (entry.type === 'string') {
    await client.set(key, backupText.toBytes(entry.value));
    return;
  }
  if (entry.type === 'stream') return writeStream(client, entry);
  const words = entry.value.map(backupText.toBytes);
  // Redis tells member and score, and wants score and member.
  if (entry.type === 'zset') swapPairs(words);
  for (let from = 0; from < words.length; from += wordsAtOnce) {
    await client.call(commands[entry.type], [key, ...words.slice(from, from + wordsAtOnce)]);
  }
}

async function writeStream(
  client: RedisClient,
  { key, entries, groups, lastId }: Extract<BackupEntry, { type: 'stream' }>,
): Promise<void> {
  for (const [entryId, fields] of entries) {
    await client.call('xadd', [key, entryId, ...fields.map(backupText.toBytes)]);
  }
  for (const { name, after } of groups) {
    await client.call('xgroup', ['CREATE', key, name, after, 'MKSTREAM']);
  }
  if (entries.length + groups.length > 0) await client.call('xsetid', [key, lastId]);
}

function swapPairs(words: Buffer[]): void {
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [member, score] = words.slice(i, i + 2) as [Buffer, Buffer];
    words[i] = score;
    words[i + 1] = member;
  }
}
