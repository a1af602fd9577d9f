import { appendFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startMonitor } from '../support/start-monitor.ts';

test('SIGHUP does not stop a monitor that has no terminal: it reads monitor.yaml again', async () => {
  const monitor = await startMonitor({ file: 'channels: []\n', env: { MONITOR_CONFIG: '' } });
  onTestFinished(async () => void (await monitor.stop()));
  process.kill(monitor.pid, 'SIGHUP');
  await eventually('it says that nothing changed', () =>
    monitor.printed().includes('environment variables are only read at the start'),
  );
  appendFileSync(monitor.configPath, 'services: [{ match: { service: orders }, minInstances: 2 }]\n');
  process.kill(monitor.pid, 'SIGHUP');
  await eventually('it says what changed', () =>
    /"because":"SIGHUP","changes":\["service policies changed"\]/.test(monitor.printed()),
  );
  rmSync(monitor.configPath);
  await eventually('a file that is gone is refused', () =>
    monitor.printed().includes('"errors":["monitor.yaml cannot be read any more"]'),
  );
  expect((await fetch(`${monitor.url}/readyz`)).status).toBe(200);
  expect(await monitor.stop()).toBe(0);
});
