import { afterEach, beforeEach, expect, test } from 'vitest';
import { cliPath, run } from './support/run-script.ts';
import { StandInMonitor } from './support/stand-in-monitor.ts';

let monitor: StandInMonitor;
beforeEach(async () => {
  monitor = await StandInMonitor.start();
});
afterEach(() => monitor.close());

function cli(...args: string[]) {
  const env = { SERVICE_MONITOR_URL: monitor.url, SERVICE_MONITOR_API_KEY: 'k' };
  return run(process.execPath, [cliPath, ...args], env);
}

const kinds = () => monitor.heard.map(({ kind }) => kind);

test('beat registers, beats once, stops nothing and prints the instance', async () => {
  const { code, output } = await cli(
    'beat',
    '--service',
    'nightly',
    '--interval',
    '24h',
    '--instance',
    'db-1',
  ).ended;
  expect(code).toBe(0);
  expect(kinds()).toEqual(['register', 'heartbeat']);
  expect(monitor.heard[0]?.body).toMatchObject({
    serviceName: 'nightly',
    instanceId: 'db-1',
    heartbeatIntervalSeconds: 86_400,
  });
  expect(output.trim()).toBe(monitor.heard[1]?.body['instanceId']);
});

test('beat tries again while there is time, and exits 1 when the heartbeat did not arrive', async () => {
  const first = [{ status: 503 }];
  monitor.answer = (request) => first.shift() ?? StandInMonitor.wellMeant(request);
  expect((await cli('beat').ended).code).toBe(0);
  monitor.answer = () => ({ status: 401, body: { detail: 'wrong key' } });
  expect(await cli('beat').ended).toMatchObject({ code: 1, errors: expect.stringContaining('wrong key') });
  monitor.answer = () => 'hang';
  expect(await cli('beat', '--timeout', '300ms').ended).toMatchObject({ code: 1 });
});

test('wrong usage and a missing configuration exit 2', async () => {
  expect(await cli().ended).toMatchObject({ code: 2, output: '' });
  expect(await cli('beat', '--interval', 'soon').ended).toMatchObject({ code: 2 });
  expect(await run(process.execPath, [cliPath, 'beat'], {}).ended).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/SERVICE_MONITOR_URL.*SERVICE_MONITOR_API_KEY/),
  });
});

test('run registers, beats while the command runs, stops, and exits as the command did', async () => {
  const { child, ended } = cli('run', '--interval', '200ms', '--', 'sh', '-c', 'echo hello; read line');
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  child.stdin?.end('\n');
  expect(await ended).toMatchObject({ code: 0, output: 'hello\n', errors: '' });
  expect(kinds().at(0)).toBe('register');
  expect(kinds().at(-1)).toBe('stop');
});

test('run does not stop a command that failed, and exits as it did', async () => {
  const { child, ended } = cli(
    'run',
    '--interval',
    '200ms',
    '--',
    'sh',
    '-c',
    'echo hello; read line; exit 7',
  );
  await monitor.next('heartbeat');
  child.stdin?.end('\n');
  expect(await ended).toMatchObject({ code: 7, output: 'hello\n', errors: '' });
  expect(kinds()).not.toContain('stop');
});

test('run hands a signal to the command and still stops', async () => {
  const { child, ended } = cli(
    'run',
    '--',
    'sh',
    '-c',
    'trap "echo bye; exit 3" TERM; echo ready; while :; do sleep 0.05; done',
  );
  await monitor.next('heartbeat');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 3, output: 'ready\nbye\n' });
  expect(kinds().at(-1)).toBe('stop');
});

test('run runs the command when there is no monitor, and says 127 for one that is not there', async () => {
  await monitor.close();
  const unmonitored = run(process.execPath, [cliPath, 'run', '--', 'sh', '-c', 'echo done'], {});
  expect(await unmonitored.ended).toMatchObject({ code: 0, output: 'done\n' });
  const unreachable = { SERVICE_MONITOR_URL: 'http://127.0.0.1:1', SERVICE_MONITOR_API_KEY: 'k' };
  expect(await run(process.execPath, [cliPath, 'run', 'true'], unreachable).ended).toMatchObject({ code: 0 });
  const missing = run(process.execPath, [cliPath, 'run', '--', 'no-such-command-here'], {});
  expect(await missing.ended).toMatchObject({ code: 127 });
});
