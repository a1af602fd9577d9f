import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

const golden = JSON.parse(readFileSync(new URL('../wire/names.json', import.meta.url), 'utf8')) as {
  taken: { sent: string; kept: string }[];
  longest: { character: string; times: number };
  refused: string[];
};

let monitor: Monitor;

beforeAll(async () => {
  monitor = await startMonitor({ MONITOR_TRUSTED_PROXIES: '127.0.0.1', MONITOR_HEARTBEAT_INTERVAL: '1h' });
});

afterAll(() => monitor.stop());

const missing = {
  hostname: {
    pointer: '/hostname',
    message: 'is missing; the address of the caller is used, which others behind a proxy or NAT share',
  },
  port: {
    pointer: '/port',
    message: 'is missing; all processes of this service on one host count as one instance',
  },
};

async function register(fields: object, from?: string) {
  const body = { serviceName: 'orders', environment: 'test', ...fields };
  const headers = from === undefined ? {} : { 'x-forwarded-for': from };
  const reply = await call(monitor, 'POST', '/api/services/register', { body, headers });
  expect(reply.status).toBe(200);
  const instance = (await call(monitor, 'GET', `/api/instances/${reply.body.instanceId}`)).body;
  const { instanceKey, hostname, port } = instance;
  return { instanceId: reply.body.instanceId, instanceKey, hostname, port, warnings: reply.body.warnings };
}

describe('the key of an instance that sends none', () => {
  it('is hostname:port, without a warning', async () => {
    expect(await register({ hostname: 'web-7', port: 8080 })).toMatchObject({
      ...{ instanceKey: 'web-7:8080', hostname: 'web-7', port: 8080, warnings: undefined },
    });
  });

  it('is the hostname alone without a port', async () => {
    expect(await register({ hostname: 'web-7', instanceId: null })).toMatchObject({
      ...{ instanceKey: 'web-7', hostname: 'web-7', port: null, warnings: [missing.port] },
    });
  });

  it("is the caller's address and the port without a hostname", async () => {
    expect(await register({ port: 8080 })).toMatchObject({
      ...{ instanceKey: '127.0.0.1:8080', hostname: '127.0.0.1', port: 8080, warnings: [missing.hostname] },
    });
  });

  it("is the caller's address alone without either, and the same over any connection", async () => {
    const first = await register({});
    expect(first).toMatchObject({
      ...{ instanceKey: '127.0.0.1', hostname: '127.0.0.1', port: null },
      warnings: [missing.hostname, missing.port],
    });
    expect((await register({}, '')).instanceId).toBe(first.instanceId);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51123', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:DB8::7', '2001:db8::7'],
    ['[2001:db8::7]:51123', '2001:db8::7'],
    ['unknown', '127.0.0.1'],
    ['<script>', '127.0.0.1'],
  ])('is taken from what a trusted proxy says: %s', async (said, address) => {
    expect(await register({}, said)).toMatchObject({ instanceKey: address, hostname: address });
    const host = address.includes(':') ? `[${address}]` : address;
    expect(await register({ port: 80 }, said)).toMatchObject({
      instanceKey: `${host}:80`,
      hostname: address,
    });
  });

  it('says nothing of what is missing to an instance that has a key of its own', async () => {
    expect(await register({ instanceId: 'one' })).toMatchObject({
      ...{ instanceKey: 'one', hostname: null, port: null, warnings: undefined },
    });
  });
});

describe('a name', () => {
  const { taken, longest, refused } = golden;
  const long = longest.character.repeat(longest.times);
  const names = [...taken, { sent: long, kept: long }];
  const list = (query: string) => call(monitor, 'GET', `/api/services?${query}`);

  it.each(names)('may be $sent, and is found by it', async ({ sent, kept }) => {
    const body = { serviceName: sent, environment: sent, instanceId: 'one' };
    const { status, body: made } = await call(monitor, 'POST', '/api/services/register', { body });
    expect([status, made.serviceName, made.environment]).toEqual([200, kept, kept]);
    const glob = encodeURIComponent(sent.trim());
    const { items } = (await list(`name=${glob}&environment=${glob}`)).body;
    expect(items).toMatchObject([{ serviceId: made.serviceId, serviceName: kept, environment: kept }]);
  });

  it.each([...refused, long + longest.character])('may not be %j', async (name) => {
    const body = { serviceName: name, environment: 'test', instanceId: 'one' };
    const { status, body: problem } = await call(monitor, 'POST', '/api/services/register', { body });
    expect([status, problem.errors?.[0].pointer]).toEqual([400, '/serviceName']);
  });

  it('is one name in whatever form its characters are sent', async () => {
    const base = { environment: 'forms', instanceId: 'one' };
    const send = (serviceName: string) =>
      call(monitor, 'POST', '/api/services/register', { body: { ...base, serviceName } });
    const composed = (await send('S\u00fcd')).body;
    expect((await send(' Su\u0308d ')).body).toEqual(composed);
    expect((await list(`environment=forms&name=${encodeURIComponent('Su\u0308d')}`)).body.items).toHaveLength(
      1,
    );
  });

  it('of any length can be paged through', async () => {
    const met: { serviceName: string; environment: string }[] = [];
    let cursor = '';
    do {
      const { status, body } = await list(`limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      met.push(...body.items);
      cursor = body.nextCursor ?? '';
    } while (cursor !== '');
    expect(met.map((item) => item.serviceName)).toEqual(
      expect.arrayContaining(names.map(({ kept }) => kept)),
    );
    expect(new Set(met.map((item) => `${item.serviceName}\0${item.environment}`)).size).toBe(met.length);
  });

  it('can be what a key is bound to', async () => {
    const bound = { name: 'bound', scopes: ['ingest'], services: ['Orders (*)'], environments: ['नम?्*'] };
    const { key } = (await call(monitor, 'POST', '/api/keys', { body: bound })).body;
    const body = { serviceName: 'Orders (US)', environment: 'नमस्ते', instanceId: 'one' };
    // A new key is known on every node within five seconds.
    await eventually(
      'the key is known',
      async () => (await call({ ...monitor, key }, 'POST', '/api/services/register', { body })).status,
      (status) => status === 200,
      15_000,
    );
    const other = { serviceName: 'Orders', environment: 'नमस्ते', instanceId: 'one' };
    const refused = await call({ ...monitor, key }, 'POST', '/api/services/register', { body: other });
    expect(refused.status).toBe(403);
  });
});
