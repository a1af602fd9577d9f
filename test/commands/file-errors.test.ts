import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainFileError } from '../../src/explain-file-error.ts';
import { openTestRedis } from '../support/open-redis.ts';
import { runCommand } from './run-command.ts';

let redis: Awaited<ReturnType<typeof openTestRedis>>;
const dir = mkdtempSync(join(tmpdir(), 'file-errors-'));

beforeAll(async () => {
  redis = await openTestRedis();
  const client = new Redis(redis.url.replace(/^unix:\/\//, ''));
  await client.hset('monitor:meta', 'partitions', 1, 'schemaVersion', 1);
  client.disconnect();
  mkdirSync(join(dir, 'folder'));
  writeFileSync(join(dir, 'file'), '');
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await redis.close();
});

const none = `there is no folder ${join(dir, 'none')}`;
const create = 'create it first, or name another one';
const isFile = `${join(dir, 'file')} is a file and no folder; name another one`;

describe('a command says of a file that it cannot use which folder is missing or what is wrong, and what to do', () => {
  it.each([
    ['backup none/deep/file', `none/deep/file cannot be written: ${none}; ${create}\n`],
    ['backup folder', 'folder cannot be written: it is a folder; name a file\n'],
    ['backup file/backup.gz', `file/backup.gz cannot be written: ${isFile}\n`],
    ['restore none/file', `none/file cannot be read: ${none}\n`],
    ['restore folder/none.gz', 'folder/none.gz cannot be read: it does not exist\n'],
    ['restore folder', 'folder cannot be read: it is a folder; name a file\n'],
    ['keys generate --file none/key', `none/key cannot be written: ${none}; ${create}\n`],
    ['keys generate --file folder', 'folder cannot be read: it is a folder; name a file\n'],
    ['channels add --key k --file none/chat.yaml', `none/chat.yaml cannot be read: ${none}.\n`],
  ])('%s', async (command, stderr) => {
    const ran = await runCommand(dir, command.split(' '), { REDIS_URL: redis.url });
    expect(ran).toEqual({ code: 1, stdout: '', stderr });
  });

  it('and of one that it has no right to', () => {
    const refused = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' });
    const advice = 'this user may not do that; correct the permissions, or name another place';
    expect(explainFileError('backup', 'written', refused)).toBe(advice);
    // Redis behind a socket of the system is no file that a person named here.
    expect(explainFileError('backup', 'written', Object.assign(refused, { syscall: 'connect' }))).toBeNull();
  });
});
