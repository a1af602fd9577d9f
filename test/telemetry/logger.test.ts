import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';

let redis: TestRedis;

beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis.close());

const script = fileURLToPath(new URL('log-canary.ts', import.meta.url));

test('nothing secret is read in a log, whatever it came in with; stdout stays clean', () => {
  const ran = spawnSync(process.execPath, [script, redis.url], { encoding: 'utf8' });
  expect(ran.status).toBe(0);
  expect(ran.stdout).toBe('');
  const lines = ran.stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  expect(lines.map((line) => line.msg)).toEqual([
    'at the top',
    'one level down',
    'a request',
    'a command that failed',
    'several at once',
    'under the other name',
  ]);
  expect(ran.stderr).not.toContain('canary"');
  expect(ran.stderr).toContain('[redacted]');
  // What failed is still said.
  expect(ran.stderr).toMatch(/"message":"ERR AUTH|"message":"WRONGPASS/);
});
