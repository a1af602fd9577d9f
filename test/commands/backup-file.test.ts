import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { openTestRedis } from '../support/open-redis.ts';
import { runCommand } from './run-command.ts';

test('a backup is written through no link that lies in its way, and is readable by its owner alone', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'backup-file-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const redis = await openTestRedis();
  onTestFinished(() => redis.close());
  const client = redis.url.startsWith('unix:')
    ? new Redis({ path: redis.url.slice(7) })
    : new Redis(redis.url);
  await client.hset('monitor:meta', 'partitions', 1, 'schemaVersion', 1);
  client.disconnect();
  const backups = join(dir, 'backups');
  mkdirSync(backups);
  const victims = ['file', 'part'].map((name) => join(dir, `victim-${name}`));
  for (const victim of victims) writeFileSync(victim, 'untouched', { mode: 0o644 });
  const file = join(backups, 'monitor.ndjson');
  symlinkSync(victims[0] ?? '', file);
  symlinkSync(victims[1] ?? '', `${file}.part`);
  expect(await runCommand(dir, ['backup', file], { REDIS_URL: redis.url })).toMatchObject({ code: 0 });
  expect(victims.map((victim) => readFileSync(victim, 'utf8'))).toEqual(['untouched', 'untouched']);
  expect([lstatSync(file).isFile(), lstatSync(file).mode & 0o777]).toEqual([true, 0o600]);
  expect(readdirSync(backups)).toEqual(['monitor.ndjson']);
});

test('a backup that went through npm is restored without what npm printed before it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'backup-npm-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const [from, into] = [await openTestRedis(), await openTestRedis()];
  onTestFinished(() => from.close());
  onTestFinished(() => into.close());
  const client = new Redis(from.url.replace(/^unix:\/\//, ''));
  await client.hset('monitor:meta', 'partitions', 1, 'schemaVersion', 1);
  client.disconnect();
  const { stdout } = await runCommand(dir, ['backup', '-'], { REDIS_URL: from.url });
  const file = join(dir, 'monitor.ndjson');
  const banner =
    '\n> service-monitor@0.1.0 start\n> node scripts/prepare.mjs && exec node scripts/service-monitor.mjs backup -\n\n';
  writeFileSync(file, banner + stdout);
  expect(await runCommand(dir, ['restore', file], { REDIS_URL: into.url })).toMatchObject({ code: 0 });
  writeFileSync(file, `${banner}something else\n${stdout}`);
  const refused = await runCommand(dir, ['restore', file], { REDIS_URL: into.url });
  expect(refused.stderr).toContain('this backup has a line that is not JSON');
});
