import { expect, test } from 'vitest';
import type { Health } from '../src/health.ts';
import { readHealth, unhealthy } from '../src/session/read-health.ts';
import { heartbeatsGet, talk } from './support/talk.ts';

const unknown = unhealthy('the health check answered nothing that is known');

test.for<[unknown, unknown]>([
  ['healthy', { status: 'healthy', reasons: null }],
  ['degraded', { status: 'degraded', reasons: null }],
  [{ status: 'unhealthy' }, { status: 'unhealthy', reasons: null }],
  [
    { status: 'degraded', reasons: [] },
    { status: 'degraded', reasons: null },
  ],
  [
    { status: 'degraded', reasons: ['slow\n disk', 'no mail'] },
    { status: 'degraded', reasons: 'slow disk; no mail' },
  ],
  [
    { status: 'healthy', reasons: ['none'] },
    { status: 'healthy', reasons: null },
  ],
  [
    { status: 'degraded', reasons: 'the queue is\n long' },
    { status: 'degraded', reasons: 'the queue is long' },
  ],
  [
    { status: 'degraded', reasons: 7 },
    { status: 'degraded', reasons: null },
  ],
  [
    { status: 'healthy', reasons: 'none' },
    { status: 'healthy', reasons: null },
  ],
  [
    { status: 'unhealthy', reasons: ['x'.repeat(300)] },
    { status: 'unhealthy', reasons: 'x'.repeat(256) },
  ],
  [
    { status: 'unhealthy', reasons: [`${'x'.repeat(255)}😀`] },
    { status: 'unhealthy', reasons: 'x'.repeat(255) },
  ],
  ['fine', unknown],
  [undefined, unknown],
  [true, unknown],
])('%j is read as %j', ([answer, report]) => {
  expect(readHealth(answer)).toEqual(report);
});

test('heartbeats carry what the callback says, and its reasons only while there are any', async () => {
  const answers: Health[] = [{ status: 'degraded', reasons: ['the queue is long', 'the cache is cold'] }];
  const { monitor } = await talk({ health: async () => answers.shift() ?? 'healthy' });
  const first = await monitor.next('heartbeat');
  expect(first.body).toMatchObject({
    health: 'degraded',
    metadata: { health_reasons: 'the queue is long; the cache is cold' },
  });
  await expect.poll(() => monitor.heard.at(-1)?.body['health']).toBe('healthy');
  expect(monitor.heard.at(-1)?.body.metadata).not.toHaveProperty('health_reasons');
});

test('without a callback nothing is said of health', async () => {
  const { monitor } = await talk();
  expect((await monitor.next('heartbeat')).body).not.toHaveProperty('health');
});

test.for<[string, () => never | Promise<never>]>([
  [
    'throws',
    () => {
      throw new Error('the disk is full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the disk is full'))],
])('a callback that %s is unhealthy, with its message', async ([, health]) => {
  const { monitor, sdk } = await talk({ health });
  expect((await monitor.next('heartbeat')).body).toMatchObject({
    health: 'unhealthy',
    metadata: { health_reasons: 'the disk is full' },
  });
  expect(sdk.status()).toMatchObject({ failures: 0 });
});

test('a callback that hangs delays no heartbeat, is asked once, and is unhealthy until it answers', async () => {
  let asked = 0;
  let answer: (health: Health) => void = () => undefined;
  const { monitor } = await talk({
    timeouts: { healthMs: 150 },
    health: () => {
      asked += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  const times = [];
  for (let beat = 0; beat < 6; beat += 1) times.push((await monitor.next('heartbeat')).atMs);
  expect(asked).toBe(1);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(1_500);
  expect(monitor.heard.at(-1)?.body).toMatchObject({
    health: 'unhealthy',
    metadata: { health_reasons: 'the health check did not answer within 150 ms' },
  });
  answer('healthy');
  await expect.poll(() => monitor.heard.at(-1)?.body['health']).toBe('healthy');
  expect(asked).toBeGreaterThan(1);
});

test('a monitor that refuses the heartbeat gets the next one without health', async () => {
  const { monitor } = await talk({
    health: () => 'degraded',
    answer: heartbeatsGet({ status: 400, body: { code: 'invalid', detail: 'what is health?' } }),
  });
  expect((await monitor.next('heartbeat')).body['health']).toBe('degraded');
  expect((await monitor.next('heartbeat')).body).not.toHaveProperty('health');
});
