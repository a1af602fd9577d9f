import { expect, test } from 'vitest';
import { type Reply, replies, StandInMonitor } from './support/stand-in-monitor.ts';
import { heartbeatsGet, talk } from './support/talk.ts';

test('Retry-After is waited for', async () => {
  const answer = heartbeatsGet({ status: 429, headers: { 'retry-after': '1' } });
  const { monitor } = await talk({ answer, heartbeatIntervalMs: 8_000 });
  const refused = await monitor.next('heartbeat');
  const retried = await monitor.next('heartbeat');
  expect(retried.atMs - refused.atMs).toBeGreaterThan(980);
});

test.for([401, 403])('%i is said once and tried again within the interval', async (status) => {
  const { monitor, sdk, log } = await talk({
    answer: heartbeatsGet({ status }, { status }),
    heartbeatIntervalMs: 2_000,
  });
  const first = await monitor.next('heartbeat');
  const second = await monitor.next('heartbeat');
  // 250 ms, halved at most by chance.
  expect(second.atMs - first.atMs).toBeGreaterThan(100);
  expect(second.atMs - first.atMs).toBeLessThan(1_500);
  expect(sdk.status().state).toBe('refused');
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  expect(sdk.status().state).toBe('reporting');
  expect(log.loud).toHaveLength(1);
  expect(log.lines.join()).not.toContain('smk_test');
});

const asking = (seconds: number): Reply => ({
  status: 200,
  body: { ...replies.received.body, nextHeartbeatSeconds: seconds },
});

test('a shorter interval is kept at once', async () => {
  const { monitor, sdk } = await talk({ answer: heartbeatsGet(asking(1)), heartbeatIntervalMs: 60_000 });
  const first = await monitor.next('heartbeat');
  const second = await monitor.next('heartbeat');
  expect(second.atMs - first.atMs).toBeGreaterThan(800);
  await expect.poll(() => sdk.status().heartbeatIntervalMs).toBe(60_000);
});

test('a longer interval is kept when three answers in a row asked for it, and once it is registered', async () => {
  const { monitor, sdk } = await talk({ answer: heartbeatsGet(...Array<Reply>(8).fill(asking(0.8))) });
  for (let beats = 0; beats < 3; beats += 1) await monitor.next('heartbeat');
  const renewed = await monitor.next('register');
  const beat = await monitor.next('heartbeat');
  expect(monitor.heard.map(({ kind }) => kind).slice(0, 6)).toEqual([
    ...['register', 'heartbeat', 'heartbeat', 'heartbeat'],
    ...['register', 'heartbeat'],
  ]);
  expect(renewed.body['heartbeatIntervalSeconds']).toBe(0.8);
  for (let beats = 0; beats < 2; beats += 1) await monitor.next('heartbeat');
  const third = await monitor.next('heartbeat');
  // Any may arrive late on a busy machine; at the shorter interval it would come after 300 ms instead of 2,400.
  expect(third.atMs - beat.atMs).toBeGreaterThan(1_350);
  expect(sdk.status().heartbeatIntervalMs).toBe(800);
});

test('a longer interval that is not taken is not kept', async () => {
  const answer = heartbeatsGet(...Array<Reply>(8).fill(asking(60)));
  const { monitor, sdk } = await talk({
    answer: (request) =>
      request.body['heartbeatIntervalSeconds'] === 60 ? { status: 400 } : answer(request),
  });
  for (let beats = 0; beats < 8; beats += 1) await monitor.next('heartbeat');
  expect(sdk.status().heartbeatIntervalMs).toBe(100);
});

test('a key that was refused is read again, and another one is used at once', async () => {
  let key = 'smk_old';
  const { monitor, log } = await talk({
    apiKey: () => key,
    answer: (request) =>
      request.headers['x-api-key'] === key ? StandInMonitor.wellMeant(request) : { status: 401 },
  });
  await monitor.next('heartbeat');
  key = 'smk_new';
  await expect.poll(() => monitor.heard.at(-1)?.headers['x-api-key']).toBe('smk_new');
  await expect.poll(() => log.lines.at(-1)).toMatch(/^warn heartbeats arrive again, after \d+(\.\d)? s$/);
  expect(log.loud).toHaveLength(1);
});
