import { expect, test } from 'vitest';
import { AppProcess } from './support/app-process.ts';
import { apiKey } from './support/real-monitor.ts';
import { cliPath, run } from './support/run-script.ts';
import { sharedMonitor } from './support/shared-monitor.ts';

// What the real monitor thinks of an application after its end.

const monitor = sharedMonitor();

const env = (service: string) => ({
  SERVICE_MONITOR_URL: monitor.url,
  SERVICE_MONITOR_API_KEY: apiKey,
  SERVICE_MONITOR_SERVICE: service,
  SERVICE_MONITOR_ENVIRONMENT: 'test',
  SERVICE_MONITOR_HEARTBEAT_INTERVAL: '1s',
});

test.concurrent.for<[string, { code: number | null; signal: string | null }, 'Stopped' | 'Down']>([
  ['has nothing more to do', { code: 0, signal: null }, 'Stopped'],
  ['has nothing more to do, with exit code 1', { code: 1, signal: null }, 'Down'],
  ['throws', { code: 1, signal: null }, 'Down'],
  ['rejects', { code: 1, signal: null }, 'Down'],
  ['throws, tidies up and exits', { code: 1, signal: null }, 'Down'],
  ['rejects, tidies up and exits', { code: 1, signal: null }, 'Down'],
  ['fails, says so and stops', { code: 3, signal: null }, 'Down'],
  ['exits with 0 directly', { code: 0, signal: null }, 'Down'],
  ['exits with 1 directly', { code: 1, signal: null }, 'Down'],
  ['exits with 0 while it stops', { code: 0, signal: null }, 'Down'],
  ['stops and exits with 0', { code: 0, signal: null }, 'Stopped'],
  ['throws and exits at once', { code: 1, signal: null }, 'Down'],
  ['throws and exits with 0', { code: 0, signal: null }, 'Down'],
  ['handles SIGTERM with an exit code', { code: 4, signal: null }, 'Down'],
  ['handles SIGTERM with 143', { code: 143, signal: null }, 'Stopped'],
  ['survives an exception and is stopped', { code: null, signal: 'SIGTERM' }, 'Stopped'],
])('an application that %s ends with %o and is %s', async ([ending, end, status]) => {
  const app = new AppProcess('ending-app', { ...env(ending), ENDING: ending });
  expect(await app.exited()).toEqual(end);
  expect(await monitor.endOf(ending)).toBe(status);
  // What cannot be said to the monitor any more is said to whoever reads the log.
  const isCutOff = end.code === 0 && status === 'Down' && !ending.startsWith('throws');
  expect(app.output.join('').includes('call and await stop() first')).toBe(isCutOff);
});

test.concurrent.for<[string, number, 'Stopped' | 'Down']>([
  ['sleep 1', 0, 'Stopped'],
  ['sleep 1; exit 7', 7, 'Down'],
  ['exit 9', 9, 'Down'],
  ['sleep 1; kill -KILL $$', 137, 'Down'],
  ['sleep 1; kill -TERM $$', 143, 'Down'],
])('run -- sh -c "%s" exits with %i and is %s', async ([script, code, status]) => {
  const service = `run: ${script}`;
  const { ended } = run(process.execPath, [cliPath, 'run', '--', 'sh', '-c', script], env(service));
  expect(await ended).toMatchObject({ code, errors: '' });
  expect(await monitor.endOf(service)).toBe(status);
});

test.concurrent.for<[string, string, number]>([
  ['dies of', 'echo ready; exec sleep 60', 143],
  ['ends with an exit code after', 'trap "exit 3" TERM; echo ready; while :; do sleep 0.05; done', 3],
])('a command that %s the SIGTERM passed on to it was stopped', async ([how, script, code]) => {
  const service = `stopped: ${how}`;
  const { child, ended } = run(process.execPath, [cliPath, 'run', '--', 'sh', '-c', script], env(service));
  await monitor.instanceOf(service);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code });
  expect(await monitor.endOf(service)).toBe('Stopped');
});
