import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './support/free-port.ts';
import { apiKey, RealMonitor } from './support/real-monitor.ts';
import { cliPath, run } from './support/run-script.ts';

// The systemd unit of `examples`: what it starts is started here as systemd would, on the real monitor.

const unit = readFileSync(new URL('../../../examples/systemd/orders.service', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'sdk-node-unit-'));
const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!isThere) process.stderr.write('test: no systemd-analyze on the PATH; the unit is not verified\n');

let monitor: RealMonitor;
beforeAll(async () => {
  monitor = await new RealMonitor(await freePort()).start();
});
afterAll(async () => {
  await monitor.stop();
  rmSync(folder, { recursive: true });
});

test.runIf(isThere)('systemd finds nothing wrong with the unit', () => {
  const path = join(folder, 'orders.service');
  // What it starts is not installed here.
  writeFileSync(path, unit.replace('ExecStart=service-monitor', 'ExecStart=/bin/echo'));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes(path))).toEqual([]);
  expect(status).toBe(0);
});

test('what the unit starts is one instance for the machine, and Stopped by what systemd sends', async () => {
  const program = join(folder, 'orders');
  writeFileSync(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
  writeFileSync(join(folder, 'monitor-key'), apiKey);
  const specified = unit
    .replace('https://monitor.example.com', monitor.url)
    .replaceAll('%d', folder)
    .replaceAll('%H', hostname())
    .replace('/opt/orders/bin/orders', program);
  const valueOf = (key: string) =>
    [...specified.matchAll(new RegExp(`^${key}=(.+)$`, 'gm'))].map(([, value = '']) => value);
  const env = Object.fromEntries(
    valueOf('Environment').map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  ) as Record<string, string>;
  const [command = ''] = valueOf('ExecStart');
  const args = command.split(' ').slice(1);
  const { child, ended } = run(process.execPath, [cliPath, ...args], {
    ...env,
    SERVICE_MONITOR_HEARTBEAT_INTERVAL: '1s',
  });
  const { instanceId } = await monitor.instanceOf('orders');
  const instance = await monitor.untilStatus(instanceId, 'Healthy');
  expect(instance).toMatchObject({ instanceKey: hostname() });
  // KillMode=mixed: the signal is for the main process alone.
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 143 });
  await monitor.untilStatus(instanceId, 'Stopped');
});
