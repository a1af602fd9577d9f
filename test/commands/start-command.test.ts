import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

const dir = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('the roles of the command line go before those of the environment', async () => {
  const refused = await runCommand(dir, ['start', '--roles', 'worker,boss'], { MONITOR_ROLES: 'chief' });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).not.toContain('chief');
  // Where nobody looks on, every line is one of a log.
  expect(JSON.parse(refused.stderr)).toMatchObject({
    level: 60,
    msg: 'The configuration has an error',
    errors: ['MONITOR_ROLES names "boss", which is not a role: use api or worker'],
  });
});
