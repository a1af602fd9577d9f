import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { program } from '../support/program.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;

const publicUrl = 'https://monitor.example.com/here';

beforeAll(async () => {
  receiver = await startHttpReceiver();
  monitor = await startMonitor(
    { MONITOR_PUBLIC_URL: publicUrl },
    `channels: [{ id: hook, type: webhook, url: "${receiver.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]`,
  );
});
beforeEach(() => void receiver.requests.splice(0));
afterAll(async () => {
  await monitor.stop();
  await receiver.close();
});

/** `channels drill hook`, as a person runs it. */
function startDrill() {
  const args = ['channels', 'drill', 'hook', '--url', monitor.url, '--key', monitor.key];
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close');
  return {
    child,
    said: () => said,
    async code() {
      await ended;
      return child.exitCode;
    },
  };
}

/** The link of the drill that arrived, as it leads to this monitor. */
async function linkThatArrived(): Promise<string> {
  const [request] = await eventually(
    'the drill arrives',
    () => receiver.requests,
    (requests) => requests.length > 0,
  );
  const { type, data } = JSON.parse(request?.body ?? '') as {
    type: string;
    data: { url: string; acknowledgeUrl: string };
  };
  expect([type, data.url]).toEqual(['service-monitor.test', data.acknowledgeUrl]);
  return data.url.replace(publicUrl, monitor.url);
}

const channel = async () => (await call(monitor, 'GET', '/api/channels')).body.items[0];

test('a drill ends when a person confirms it with its link, and the channel shows who did', async () => {
  const drill = startDrill();
  const link = await linkThatArrived();
  const page = await (await fetch(link)).text();
  expect(page).toContain('Did this drill reach you?');
  expect(page).not.toContain('undefined');
  // Who only follows the link proves nothing: it may be a scanner.
  expect((await channel()).lastProof).toBeNull();
  const nameless = await fetch(link, { method: 'POST', body: new URLSearchParams({ by: ' ' }) });
  expect([nameless.status, await nameless.text()]).toEqual([400, expect.stringContaining('Give your name')]);
  const done = await fetch(link, { method: 'POST', body: new URLSearchParams({ by: 'Ada <b>' }) });
  expect([done.status, await done.text()]).toEqual([
    200,
    expect.stringContaining('Ada &#60;b&#62; confirmed'),
  ]);
  expect(await drill.code()).toBe(0);
  expect(drill.said()).toMatch(/hook: Ada <b> confirmed it after [\d.]+ m?s\./);
  expect((await channel()).lastProof).toMatchObject({ by: 'Ada <b>', how: 'drill' });
  const again = await fetch(link, { method: 'POST', body: new URLSearchParams({ by: 'Bob' }) });
  expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('used already')]);
  const { items } = (await call(monitor, 'GET', '/api/audit')).body;
  expect(items.map(({ act }: { act: string }) => act).slice(0, 2)).toEqual([
    'drill-confirmed',
    'channel-drilled',
  ]);
});

test('Ctrl-C ends the waiting, and the link works on', async () => {
  const drill = startDrill();
  const link = await linkThatArrived();
  await eventually('it waits', () => drill.said().includes('Waiting'));
  drill.child.kill('SIGINT');
  expect(await drill.code()).toBe(1);
  expect(drill.said()).toContain('hook: nobody has confirmed it. Its link works until 20');
  expect((await fetch(link, { method: 'POST', body: new URLSearchParams({ by: 'Bob' }) })).status).toBe(200);
  expect((await channel()).lastProof).toMatchObject({ by: 'Bob' });
});

test('a drill that nobody can confirm is refused, and says what is missing', async () => {
  expect((await call(monitor, 'POST', '/api/channels/nothing/drill')).status).toBe(404);
  const unknown = '/api/channels/hook/drills/3f0d4c1e-8d3e-4a2b-9a71-0d6a4a3f1b22';
  expect((await call(monitor, 'GET', unknown)).status).toBe(404);
});
