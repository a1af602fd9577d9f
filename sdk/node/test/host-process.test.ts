import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodes, run, scriptPath } from './support/run-script.ts';
import { StandInMonitor } from './support/stand-in-monitor.ts';

let monitor: StandInMonitor;
/** Takes connections and says nothing. */
const mute = createServer(() => undefined);

beforeAll(async () => {
  monitor = await StandInMonitor.start();
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
});
afterAll(async () => {
  mute.close();
  await monitor.close();
});

const key = { SERVICE_MONITOR_API_KEY: 'k' };

describe.for([...nodes])('the built package under Node %s', ([, node]) => {
  test('a request under way to a monitor that hangs does not keep a finished program', async () => {
    const startedAtMs = performance.now();
    const url = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    const { ended } = run(node, [scriptPath('done-at-once.mjs')], { ...key, SERVICE_MONITOR_URL: url });
    expect(await ended).toEqual({ code: 0, signal: null, output: '', errors: '' });
    expect(performance.now() - startedAtMs).toBeLessThan(8_000);
  });

  test('a program may wait for its registration and its stop with nothing else to do', async () => {
    const env = { ...key, SERVICE_MONITOR_URL: monitor.url };
    const { ended } = run(node, [scriptPath('await-registration.mjs')], env);
    expect(await ended).toEqual({ code: 0, signal: null, output: 'registered\nstopped\n', errors: '' });
  });

  test('a CommonJS application registers with its port, beats, and dies of SIGTERM as without the SDK', async () => {
    const env = { ...key, SERVICE_MONITOR_URL: monitor.url };
    const { child, ended } = run(node, [scriptPath('plain-server.cjs')], env);
    await monitor.next('register');
    const { body } = await monitor.next('heartbeat');
    const registration = monitor.heard.findLast((heard) => heard.kind === 'register');
    expect(registration?.body['port']).toBeGreaterThan(0);
    expect(registration?.body['processId']).toBe(child.pid);
    expect(body.metadata?.['memory_mb']).toBeGreaterThan(10);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  test('without a configuration the program runs, and one line says what is missing', async () => {
    const { ended } = run(node, [scriptPath('done-at-once.mjs')], {});
    const { code, errors } = await ended;
    expect(code).toBe(0);
    expect(errors.trim().split('\n')).toEqual([
      expect.stringMatching(/SERVICE_MONITOR_URL.*SERVICE_MONITOR_API_KEY/),
    ]);
  });
});
