import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from './support/free-port.ts';
import { apiKey, RealMonitor } from './support/real-monitor.ts';
import { cliPath, run } from './support/run-script.ts';

// The cron script of `examples/shell`, as cron starts it, on the real monitor.

const script = readFileSync(new URL('../examples/shell/backup.sh', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'sdk-node-shell-'));
mkdirSync(join(folder, 'home'));
const installed = `#!/bin/sh\nexec '${process.execPath}' '${cliPath}' "$@"\n`;
writeFileSync(join(folder, 'service-monitor'), installed, { mode: 0o755 });
// Where cron starts it there is no project, and npx would fetch a stranger's package of that name.
writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });

let monitor: RealMonitor;
beforeEach(async () => {
  monitor = await new RealMonitor(await freePort()).start();
});
afterEach(() => monitor.stop());
afterAll(() => rmSync(folder, { recursive: true }));

async function backUp(source: string): Promise<number | null> {
  const path = join(folder, 'backup.sh');
  const archive = join(folder, 'home.tar.gz');
  writeFileSync(path, script.replace('/var/backups/home.tar.gz /home', `${archive} -C ${folder} ${source}`));
  const { ended } = run('sh', [path], {
    PATH: `${folder}:${process.env['PATH']}`,
    SERVICE_MONITOR_URL: monitor.url,
    SERVICE_MONITOR_API_KEY: apiKey,
    SERVICE_MONITOR_HEARTBEAT_INTERVAL: '1s',
  });
  return (await ended).code;
}

test('a nightly backup that succeeds is Stopped, and the next is due within 25 hours', async () => {
  expect(await backUp('home')).toBe(0);
  expect(await monitor.endOf('backup-copy')).toBe('Stopped');
  expect(await monitor.instanceOf('backup')).toMatchObject({
    status: 'Healthy',
    expectedIntervalSeconds: 90_000,
  });
});

test('a nightly backup that fails is Down, and gives no sign of life for a day', async () => {
  expect(await backUp('not-there')).toBe(2);
  expect(await monitor.endOf('backup-copy')).toBe('Down');
  expect(await monitor.instancesOf('backup')).toEqual([]);
});
