import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../commands/run-command.ts';
import { eventually } from '../support/eventually.ts';
import { call } from './call.ts';
import { makeKey } from './make-key.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

const nobody = '00000000-0000-8000-8000-000000000000';

let monitor: Monitor;
const keys: Record<string, string> = {};
const as = (key: string | undefined) => ({ url: monitor.url, key: key ?? '' });
const register = (serviceName: string, environment: string, key?: string) =>
  call(as(key ?? monitor.key), 'POST', '/api/services/register', {
    body: { serviceName, environment, instanceId: 'one' },
  });

beforeAll(async () => {
  monitor = await startMonitor();
  keys['short-lived'] = await makeKey(monitor.redis, { expiresAtMs: Date.now() + 4_000 });
  keys['expired'] = await makeKey(monitor.redis, { expiresAtMs: Date.now() - 1 });
  keys['bound'] = await makeKey(monitor.redis, { services: ['shop-*'], environments: ['prod', 'stage'] });
  await eventually(
    'the bound key is known',
    () => call(as(keys['bound']), 'GET', '/api/services'),
    ({ status }) => status === 200,
  );
});

afterAll(() => monitor.stop());

describe('a key', () => {
  it('that expires stops working then', async () => {
    expect((await call(as(keys['short-lived']), 'GET', '/api/services')).status).toBe(200);
    const { body } = await eventually(
      'the key has expired',
      () => call(as(keys['short-lived']), 'GET', '/api/services'),
      ({ status }) => status === 401,
    );
    expect(body.code).toBe('unauthorized');
  });

  it('that has expired does not work', async () => {
    expect((await call(as(keys['expired']), 'GET', '/api/services')).status).toBe(401);
  });

  it('that is revoked on the command line is refused within five seconds', async () => {
    const run = async (...args: string[]) => {
      const ran = await runCommand('/', ['keys', ...args], { MONITOR_DATA_DIR: monitor.dataDir });
      expect(ran).toMatchObject({ code: 0 });
      return ran.stdout;
    };
    const text = (await run('create', '--scopes', 'read')).trim();
    const look = () => call(as(text), 'GET', '/api/services');
    await eventually('the key is known', look, ({ status }) => status === 200);
    await run('revoke', text.split('_')[1] ?? '');
    const { body } = await eventually('the key is revoked', look, ({ status }) => status === 401, 5_000);
    expect(body.code).toBe('unauthorized');
  });
});

describe('a key of any scope', () => {
  it('learns what it is called, what it may do and what it is bound to, and nothing of its secret', async () => {
    const text = await makeKey(monitor.redis, {
      ...{ name: 'Ada <b>', scopes: ['ingest'], services: ['shop-*'], environments: ['prod'] },
      expiresAtMs: Date.parse('2999-01-01T00:00:00Z'),
    });
    const { body, headers } = await eventually(
      'the key is known',
      () => call(as(text), 'GET', '/api/caller'),
      ({ status }) => status === 200,
    );
    expect(body).toEqual({
      ...{ name: 'Ada <b>', keyId: text.split('_')[1], scopes: ['ingest'] },
      ...{ services: ['shop-*'], environments: ['prod'], expiresAt: '2999-01-01T00:00:00.000Z' },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is nobody without the key', async () => {
    expect((await call(as('smk_none'), 'GET', '/api/caller')).status).toBe(401);
  });
});

describe('a key that is bound to services and environments', () => {
  let foreign: { serviceId: string; instanceId: string };
  let own: { serviceId: string; instanceId: string };
  const asBound = (method: string, path: string, body?: object) =>
    call(as(keys['bound']), method, path, body === undefined ? {} : { body });

  beforeAll(async () => {
    foreign = (await register('bank', 'prod')).body;
    own = (await register('shop-cart', 'prod', keys['bound'])).body;
  });

  it.each([
    ['bank', 'prod'],
    ['shop-cart', 'test'],
  ])('registers nothing as %s in %s', async (serviceName, environment) => {
    const { status, body } = await register(serviceName, environment, keys['bound']);
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  it('beats for its own instances only', async () => {
    const beat = (instanceId: string) => asBound('POST', '/api/services/heartbeat', { instanceId });
    expect((await beat(own.instanceId)).status).toBe(200);
    for (const id of [foreign.instanceId, nobody]) {
      const { status, body } = await beat(id);
      expect([status, body.code]).toEqual([404, 'instance-unknown']);
    }
  });

  it('sees and stops its own only, and does not learn what else there is', async () => {
    const { items } = (await asBound('GET', '/api/services')).body;
    expect(items.map((item: { serviceName: string }) => item.serviceName)).toEqual(['shop-cart']);
    for (const [mine, others] of [
      [`/api/services/${own.serviceId}`, `/api/services/${foreign.serviceId}`],
      [`/api/services/${own.serviceId}/instances`, `/api/services/${foreign.serviceId}/instances`],
      [`/api/instances/${own.instanceId}`, `/api/instances/${foreign.instanceId}`],
    ] as const) {
      expect((await asBound('GET', mine)).status).toBe(200);
      expect((await asBound('GET', others)).status).toBe(404);
    }
    expect((await asBound('GET', '/api/notifications')).status).toBe(403);
    expect((await asBound('DELETE', `/api/instances/${foreign.instanceId}`)).status).toBe(404);
    expect((await call(monitor, 'GET', `/api/instances/${foreign.instanceId}`)).body.status).not.toBe(
      'Stopped',
    );
    expect((await asBound('DELETE', `/api/instances/${own.instanceId}`)).status).toBe(204);
  });
});
