import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '../../src/http/schemas/with-problems.ts';
import { eventually } from '../support/eventually.ts';
import { call, type Reply } from './call.ts';
import { makeKey } from './make-key.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

const perMinute = 30;
const failuresPerMinute = 10;

let monitor: Monitor;

beforeAll(async () => {
  monitor = await startMonitor({
    MONITOR_RATE_LIMIT: String(perMinute),
    MONITOR_FAILED_AUTH_LIMIT: String(failuresPerMinute),
    // Callers of this test may name the address that they come from.
    MONITOR_TRUSTED_PROXIES: '127.0.0.0/8, ::1',
  });
});

afterAll(() => monitor.stop());

const look = (key: string | null, from: string) =>
  call(monitor, 'GET', '/api/services', { headers: { 'x-api-key': key, 'x-forwarded-for': from } });

/** Row 93 of the table of bad inputs. */
function expectTooMany({ status, headers, body }: Reply): void {
  expect([status, body.code]).toEqual([429, 'rate-limited']);
  expect(problemSchema.strict().parse(body)).toEqual(body);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
}

async function metric(result: string): Promise<number> {
  const { body } = await call(monitor, 'GET', '/metrics');
  const line = `^monitor_failed_authentications_total\\{result="${result}"\\} (\\d+)$`;
  return Number(new RegExp(line, 'm').exec(body)?.[1] ?? 0);
}

describe('93: a key that is used ten times too often', () => {
  it('is told to wait where it reads, and another key is not', async () => {
    const busy = await makeKey(monitor.redis, { scopes: ['read', 'ingest'] });
    const calm = await makeKey(monitor.redis, { scopes: ['read'] });
    await eventually(
      'the key is known',
      () => look(calm, '192.0.2.1'),
      ({ status }) => status === 200,
      // Until the node knows the keys, these are failures.
    );
    const replies: Reply[] = [];
    for (let i = 0; i < 10 * perMinute; i++) replies.push(await look(busy, '192.0.2.2'));
    const refused = replies.filter(({ status }) => status !== 200);
    // The loop takes a while, in which some share comes back.
    expect(refused.length).toBeGreaterThan(8 * perMinute);
    for (const reply of refused) expectTooMany(reply);
    expect((await look(calm, '192.0.2.2')).status).toBe(200);
  });

  it('is told so on a path that is not there, too', async () => {
    const key = await makeKey(monitor.redis, { scopes: ['ingest'] });
    const nowhere = () => call({ ...monitor, key }, 'GET', '/api/nowhere');
    await eventually('it is not there', nowhere, ({ status }) => status === 404);
    const last = await eventually('it is too often', nowhere, ({ status }) => status !== 404);
    expectTooMany(last);
  });

  it('registers, beats and deregisters as often as it likes: each heartbeat is stored', async () => {
    const body = { serviceName: 'flood', environment: 'test', instanceId: 'one' };
    const register = () => call(monitor, 'POST', '/api/services/register', { body });
    const { instanceId } = (await register()).body;
    const beat = () => call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId } });
    for (let i = 0; i < 5 * perMinute; i++) {
      const replies = await Promise.all([register(), beat(), beat()]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const last = await beat();
    const seen = await monitor.redis.zscore('{m0}:seen', instanceId);
    expect(Number(seen)).toBe(Date.parse(last.body.timestamp));
    for (let i = 0; i < 2 * perMinute; i++) {
      expect((await call(monitor, 'DELETE', `/api/instances/${instanceId}`)).status).toBe(204);
    }
  });
});

describe('failed authentication', () => {
  it('is told to wait after some attempts, whatever key is tried and on whatever path', async () => {
    const counted = { unauthorized: await metric('unauthorized'), limited: await metric('rate-limited') };
    const attempts = [null, 'nonsense', `smk_testtest_${'x'.repeat(43)}`, `${monitor.key.slice(0, -1)}_`];
    const from = '198.51.100.7';
    const answered = { 401: 0, 429: 0 };
    /** Asks until it is told to wait; while the machine is slow some share comes back in between. */
    const untilTooMany = (ask: () => Promise<Reply>) =>
      eventually('it is too often', ask, ({ status }) => {
        answered[status as 401 | 429]++;
        return status === 429;
      });
    await untilTooMany(() => look(attempts[answered[401] % attempts.length] ?? null, from));
    expect(answered[401]).toBeGreaterThanOrEqual(failuresPerMinute);
    for (const attempt of attempts) {
      const reply = await untilTooMany(() => look(attempt, from));
      expectTooMany(reply);
      expect(reply.headers.get('connection')).toBe('close');
      const path = { headers: { 'x-api-key': attempt, 'x-forwarded-for': from } };
      expectTooMany(await untilTooMany(() => call(monitor, 'POST', '/api/nowhere/%zz', path)));
    }
    expect(await metric('unauthorized')).toBe(counted.unauthorized + answered[401]);
    expect(await metric('rate-limited')).toBe(counted.limited + answered[429]);
  });

  it('never locks out a valid key behind the same address', async () => {
    const from = '198.51.100.8';
    await eventually(
      'it is too often',
      () => look(null, from),
      ({ status }) => status === 429,
    );
    const body = { serviceName: 'same-address', environment: 'test', instanceId: 'one' };
    const headers = { 'x-forwarded-for': from };
    expect((await call(monitor, 'POST', '/api/services/register', { body, headers })).status).toBe(200);
    expect((await look(null, from)).status).toBe(429);
  });

  it('of one address is not held against another; a whole IPv6 network is one', async () => {
    const exhaust = (from: string) =>
      eventually(
        'it is too often',
        () => look(null, from),
        ({ status }) => status === 429,
      );
    await exhaust('198.51.100.9');
    expect((await look(null, '198.51.100.10')).status).toBe(401);
    await exhaust('2001:db8:1:2::1');
    expect((await look(null, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await look(null, '2001:db8:1:3::1')).status).toBe(401);
  });
});

describe('the address of a caller', () => {
  it('is not what a caller says, unless its proxy is trusted', async () => {
    const doubtful = await startMonitor({ MONITOR_FAILED_AUTH_LIMIT: '3' });
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++) {
        const headers = { 'x-api-key': null, 'x-forwarded-for': `198.51.100.${i}` };
        statuses.push((await call(doubtful, 'GET', '/api/services', { headers })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    } finally {
      await doubtful.stop();
    }
  });
});
