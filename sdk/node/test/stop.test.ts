import { expect, test } from 'vitest';
import { StandInMonitor } from './support/stand-in-monitor.ts';
import { talk } from './support/talk.ts';

test('stop tells the monitor once, ends the heartbeats and may be called again', async () => {
  const { monitor, sdk } = await talk();
  await monitor.next('heartbeat');
  const id = sdk.instanceId;
  const [first, second] = await Promise.all([sdk.stop(), sdk.stop()]);
  expect(first).toEqual({ kind: 'stopped' });
  expect(second).toBe(first);
  expect(monitor.heard.filter(({ kind }) => kind === 'stop').map(({ path }) => path)).toEqual([
    `DELETE /api/instances/${id}`,
  ]);
  expect(monitor.heard.at(-1)?.kind).toBe('stop');
  expect(sdk.status().state).toBe('stopped');
});

test('a stop with a heartbeat under way that hangs does not wait for it', async () => {
  const { monitor, sdk } = await talk({
    heartbeatIntervalMs: 8_000,
    answer: (request) => (request.kind === 'heartbeat' ? 'hang' : StandInMonitor.wellMeant(request)),
  });
  await monitor.next('heartbeat');
  const startedAtMs = performance.now();
  expect(await sdk.stop({ timeoutMs: 8_000 })).toEqual({ kind: 'stopped' });
  expect(performance.now() - startedAtMs).toBeLessThan(2_500);
});

test('a stop takes back a registration that was under way', async () => {
  let answerLate: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  const { monitor, sdk } = await talk({
    answer: (request) => {
      if (request.kind === 'register') answerLate();
      return StandInMonitor.wellMeant(request);
    },
  });
  await asked;
  expect(await sdk.stop()).toEqual({ kind: 'stopped' });
  expect(monitor.heard.map(({ kind }) => kind)).toEqual(['register', 'stop']);
});

test('a stop of an instance that was never registered resolves, and so does the promise of its registration', async () => {
  const { sdk } = await talk({ answer: () => ({ status: 500 }) });
  expect(await sdk.stop()).toEqual({ kind: 'not-registered' });
  expect(await sdk.registered).toEqual({ kind: 'stopped' });
});

test('a monitor that hangs holds a stop up for no longer than the time given', async () => {
  const { monitor, sdk } = await talk({
    answer: (request) => (request.kind === 'stop' ? 'hang' : StandInMonitor.wellMeant(request)),
  });
  await monitor.next('heartbeat');
  const startedAtMs = performance.now();
  expect(await sdk.stop({ timeoutMs: 400 })).toEqual({
    kind: 'unheard',
    reason: 'the monitor did not answer in time',
  });
  expect(performance.now() - startedAtMs).toBeLessThan(2_500);
});

test('a monitor that is restarting is told twice', async () => {
  const answers = [{ status: 503 }, { status: 204 }];
  const { monitor, sdk } = await talk({
    answer: (request) => (request.kind === 'stop' && answers.shift()) || StandInMonitor.wellMeant(request),
  });
  await monitor.next('heartbeat');
  expect(await sdk.stop()).toEqual({ kind: 'stopped' });
});

test('a monitor without the stop route is no trouble', async () => {
  const { monitor, sdk } = await talk({
    answer: (request) => (request.kind === 'stop' ? { status: 405 } : StandInMonitor.wellMeant(request)),
  });
  await monitor.next('heartbeat');
  const asked = `DELETE ${monitor.url}/api/instances/${sdk.instanceId}`;
  expect(await sdk.stop()).toEqual({ kind: 'unheard', reason: `${asked} answered 405` });
});

test('a deregistration with a key that was rotated meanwhile is tried again with the other one', async () => {
  let key = 'smk_old';
  const { monitor, sdk } = await talk({
    apiKey: () => key,
    heartbeatIntervalMs: 60_000,
    answer: (request) =>
      request.headers['x-api-key'] === key ? StandInMonitor.wellMeant(request) : { status: 401 },
  });
  await monitor.next('heartbeat');
  key = 'smk_new';
  expect(await sdk.stop()).toEqual({ kind: 'stopped' });
});

test('a deregistration that got lost is tried again before the time is over', async () => {
  const answers = ['hang' as const];
  const { monitor, sdk } = await talk({
    answer: (request) => (request.kind === 'stop' && answers.shift()) || StandInMonitor.wellMeant(request),
  });
  await monitor.next('heartbeat');
  expect(await sdk.stop()).toEqual({ kind: 'stopped' });
});
