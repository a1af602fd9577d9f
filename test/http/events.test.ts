import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keyIdOf } from '../../src/domain/api-key.ts';
import { createApiKeys } from '../../src/store/access/api-keys.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';
import { type OpenStream, openStream } from '../support/open-stream.ts';
import { call } from './call.ts';
import { composeApp } from './compose-app.ts';
import { makeKey } from './make-key.ts';

/** Two API nodes on one Redis. Nobody judges: what happens is what callers do. */
let redis: TestRedis;
let nodes: (Awaited<ReturnType<typeof composeApp>> & { url: string })[];
let key: string;
const streams: OpenStream[] = [];

async function startNode() {
  const env = { REDIS_URL: redis.url, MONITOR_KEY_EVENT_STREAMS: '3', MONITOR_EVENT_STREAMS: '5' };
  const composed = await composeApp(env);
  await composed.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = composed.app.server.address() as AddressInfo;
  return { ...composed, url: `http://127.0.0.1:${port}` };
}

const nodeAt = (index: number) => {
  const node = nodes[index];
  if (node === undefined) throw new Error(`there is no node ${index}`);
  return node;
};

async function keyFor(fields: Parameters<typeof makeKey>[1]): Promise<string> {
  const text = await makeKey(nodeAt(0).redis, fields);
  for (const { url } of nodes) {
    await eventually(
      'the node knows the key',
      () => call({ url, key: text }, 'GET', '/api/services?limit=1'),
      ({ status }) => status !== 401,
    );
  }
  return text;
}

async function open(index = 0, text = key, lastEventId?: string): Promise<OpenStream> {
  const stream = await openStream(nodeAt(index).url, text, lastEventId);
  streams.push(stream);
  return stream;
}

async function register(serviceName: string, environment = 'test'): Promise<string> {
  const body = { serviceName, environment, instanceId: 'one' };
  const { status, body: reply } = await call({ url: nodeAt(0).url, key }, 'POST', '/api/services/register', {
    body,
  });
  expect(status).toBe(200);
  return reply.serviceId;
}

const namesIn = ({ events }: OpenStream) =>
  events.filter(({ event }) => event === 'service').map(({ data }) => data.serviceName);

beforeAll(async () => {
  redis = await openTestRedis();
  nodes = [await startNode(), await startNode()];
  key = await keyFor({ scopes: ['ingest', 'read', 'operate', 'admin'] });
});

afterEach(async () => {
  for (const stream of streams.splice(0)) {
    stream.close();
    await stream.ended;
  }
  for (const { url } of nodes) {
    await eventually('its streams are closed', async () =>
      /^monitor_event_streams 0$/m.test(await (await fetch(`${url}/metrics`)).text()),
    );
  }
});

afterAll(async () => {
  for (const { close } of nodes) await close();
  await redis.close();
});

describe('a stream of events', () => {
  it('begins with the lists to read, and then tells what changes as the lists have it', async () => {
    const stream = await open();
    const first = await stream.next('the beginning', () => true);
    expect(first).toMatchObject({
      event: 'reset',
      data: { lists: ['services', 'incidents', 'outage-groups'], because: 'begin' },
    });
    const serviceId = await register('told');
    const told = await stream.next('the service', ({ event }) => event === 'service');
    const shown = await call({ url: nodeAt(0).url, key }, 'GET', `/api/services/${serviceId}`);
    expect(told.data).toEqual(shown.body);
    const instance = await stream.next('the instance', ({ event }) => event === 'instance');
    expect(instance.data).toMatchObject({ serviceId, status: 'Pending' });
    expect(stream.retryMs()).toBeGreaterThanOrEqual(1_000);
  });

  it('is kept, collected and compressed by nobody on the way', async () => {
    const { headers } = await open();
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(headers.get('content-encoding')).toBeNull();
  });

  it('goes on at another node where it was cut, with all that happened in between and nothing else', async () => {
    await register('before');
    const stream = await open(0);
    await stream.next('the beginning', () => true);
    await register('seen');
    await stream.next('what is seen', ({ data }) => data.serviceName === 'seen');
    await eventually('all of it has an id', () => stream.events.at(-1)?.id !== undefined);
    stream.close();
    const missed = Array.from({ length: 30 }, (_, n) => `missed ${n}`);
    for (const name of missed) await register(name);

    const next = await open(1, key, stream.lastId());
    await register('after');
    await next.next('what came after', ({ data }) => data.serviceName === 'after');
    expect(next.events.map(({ event }) => event)).not.toContain('reset');
    expect(new Set(namesIn(next))).toEqual(new Set([...missed, 'after']));
  });

  it('tells a key that is bound to an environment of this one only, and where it goes on reveals nothing', async () => {
    const bound = await keyFor({ scopes: ['read'], environments: ['mine'] });
    const stream = await open(0, bound);
    await stream.next('the beginning', () => true);
    await register('hidden', 'theirs');
    await register('shown', 'mine');
    await stream.next('its own', ({ data }) => data.serviceName === 'shown');
    expect(namesIn(stream)).toEqual(['shown']);
    expect(JSON.stringify(stream.events)).not.toContain('hidden');
    expect(Buffer.from(stream.lastId(), 'base64url').toString('latin1')).not.toMatch(/\d{3}|[0-9a-z]{8}-/);
  });

  it('says that a service was archived', async () => {
    const serviceId = await register('archived');
    const stream = await open();
    await stream.next('the beginning', () => true);
    await call({ url: nodeAt(0).url, key }, 'DELETE', `/api/services/${serviceId}`);
    const gone = await stream.next('it is gone', ({ event }) => event === 'service-gone');
    expect(gone.data).toEqual({ serviceId });
  });

  it('has the services read again when a maintenance begins, also if that was missed', async () => {
    const stream = await open();
    await stream.next('the beginning', () => true);
    const body = { match: { service: 'none' }, for: '30m' };
    await call({ url: nodeAt(0).url, key }, 'POST', '/api/maintenance', { body });
    const reset = ({ data }: { data: { because?: string } }) => data.because === 'maintenance';
    expect((await stream.next('the services are to be read', reset)).data.lists).toEqual(['services']);
    const from = stream.events[0]?.id;
    const next = await open(1, key, from);
    expect((await next.next('they are to be read here too', reset)).data.lists).toEqual(['services']);
  });

  it('has all lists read again when the position is not known any more', async () => {
    const stream = await open();
    await stream.next('the beginning', () => true);
    await register('last');
    await stream.next('the last', ({ data }) => data.serviceName === 'last');
    const id = stream.lastId();
    stream.close();
    // As retention does after ten minutes.
    await nodeAt(0).redis.xtrim('{m0}:events', 'MAXLEN', 0);
    await register('after the gap');
    for (const from of [id, 'nonsense', 'x'.repeat(3_000)]) {
      const next = await open(1, key, from);
      const { event, data } = await next.next('the beginning', () => true);
      expect([event, data.because, data.lists.length]).toEqual(['reset', 'unknown-position', 3]);
      next.close();
      await next.ended;
    }
  });

  it('ends within seconds when its key is revoked', async () => {
    const revoked = await keyFor({ scopes: ['read'] });
    const stream = await open(0, revoked);
    const other = await open(0);
    await stream.next('the beginning', () => true);
    const startedAtMs = performance.now();
    await createApiKeys(nodeAt(1).redis).revoke(keyIdOf(revoked) ?? '');
    await stream.ended;
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
    await register('still told');
    await other.next('others go on', ({ data }) => data.serviceName === 'still told');
  });

  it('is refused beyond what one key may have open, and beyond what the node may have', async () => {
    const mine = await Promise.all([open(), open(), open()]);
    expect(mine.map(({ status }) => status)).toEqual([200, 200, 200]);
    const oneMore = await open();
    expect([oneMore.status, oneMore.problem?.code, oneMore.headers.get('retry-after')]).toEqual([
      ...[429, 'rate-limited', '10'],
    ]);
    const otherKey = await keyFor({ scopes: ['read'] });
    await Promise.all([open(0, otherKey), open(0, otherKey)]);
    const beyond = await open(0, otherKey);
    expect([beyond.status, beyond.problem?.code, beyond.headers.get('retry-after')]).toEqual([
      ...[503, 'unavailable', '10'],
    ]);
    mine[0]?.close();
    await eventually('its place is free', async () => (await open(0, otherKey)).status === 200);
  });

  it('needs no connection to Redis of its own any more when the last one is closed', async () => {
    const names = async () => String(await nodeAt(0).redis.client('LIST')).match(/cmd=xread\b/g)?.length ?? 0;
    const stream = await open();
    await eventually('it is read', async () => (await names()) > 0);
    stream.close();
    await eventually('nothing is read', async () => (await names()) === 0);
  });

  it('is answered in its head only when only that is asked for', async () => {
    const { status, headers } = await fetch(`${nodeAt(0).url}/api/events`, {
      method: 'HEAD',
      headers: { 'x-api-key': key },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });
});
