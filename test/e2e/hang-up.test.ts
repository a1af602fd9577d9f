import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startMonitor } from '../support/start-monitor.ts';

test('SIGHUP does not stop a monitor that has no terminal', async () => {
  const monitor = await startMonitor({});
  onTestFinished(async () => void (await monitor.stop()));
  process.kill(monitor.pid, 'SIGHUP');
  await eventually('it says so', () => monitor.printed().includes('SIGHUP ignored'));
  expect((await fetch(`${monitor.url}/readyz`)).status).toBe(200);
  expect(await monitor.stop()).toBe(0);
});
