import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fastSettings } from '../support/fast-settings.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';
import { ExampleProcess, hasProgram } from './support/example-process.ts';
import { WatchedService } from './support/watched-service.ts';

const isThere = hasProgram('python3', '--version');
if (!isThere) process.stderr.write('test: no python3 on the PATH; examples/python is left out\n');

let monitor: RunningMonitor;
const started: ExampleProcess[] = [];

beforeAll(async () => {
  if (isThere) monitor = await startMonitor({ env: fastSettings });
});
afterAll(async () => {
  await Promise.all(started.map((example) => example.end('SIGKILL')));
  await monitor?.stop();
});

function start(service: string): { example: ExampleProcess; watched: WatchedService } {
  const example = new ExampleProcess(monitor.url, 'python3', ['python/heartbeat.py', service]);
  started.push(example);
  return { example, watched: new WatchedService(monitor.url, service) };
}

test.runIf(isThere)('the Python example is Healthy while it runs, and Stopped after SIGTERM', async () => {
  const { example, watched } = start('python-stopped');
  await watched.untilStatus('Healthy');
  await watched.heartbeats(3);
  expect(await example.end('SIGTERM')).toBe(0);
  expect(await watched.instance()).toMatchObject({ status: 'Stopped' });
  expect(example.printed).toBe('');
});

test.runIf(isThere)('a Python example that is killed is Down', async () => {
  const { example, watched } = start('python-killed');
  await watched.untilStatus('Healthy');
  await example.end('SIGKILL');
  await watched.untilStatus('Down');
});

test('the Python example has at most 20 lines', () => {
  const text = readFileSync(new URL('../../examples/python/heartbeat.py', import.meta.url), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
});
