import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
const get = (path: string) => call(monitor, 'GET', path);

async function register(serviceName: string, instanceId: string, labels: unknown): Promise<string> {
  const body = { serviceName, environment: 'test', instanceId, metadata: { labels } };
  const answer = await call(monitor, 'POST', '/api/services/register', { body });
  expect(answer.status).toBe(200);
  return answer.body.serviceId;
}

async function namesBy(query: string): Promise<string[]> {
  const { status, body } = await get(`/api/services?${query}`);
  expect(status).toBe(200);
  return body.items.map((one: { serviceName: string }) => one.serviceName);
}

beforeAll(async () => {
  monitor = await startMonitor();
  await register('cart', 'a', { team: 'shop', tier: '1' });
  await register('mail', 'a', { team: 'post', tier: '1' });
  await register('stock', 'a', { team: 'shop-stock' });
  await register('plain', 'a', undefined);
});

afterAll(() => monitor.stop());

describe('labels of a service', () => {
  test('they stand in the list and in the single service; a service without has none', async () => {
    const { body } = await get('/api/services');
    expect(body.items.map((one: { labels: unknown }) => one.labels)).toEqual([
      { team: 'shop', tier: '1' },
      { team: 'post', tier: '1' },
      {},
      { team: 'shop-stock' },
    ]);
    const [cart] = body.items;
    expect((await get(`/api/services/${cart.serviceId}`)).body.labels).toEqual({ team: 'shop', tier: '1' });
  });

  test('the latest registration decides, of whichever instance, also when it says none', async () => {
    const serviceId = await register('moved', 'a', { team: 'shop' });
    const labels = async () => (await get(`/api/services/${serviceId}`)).body.labels;
    expect(await labels()).toEqual({ team: 'shop' });
    await register('moved', 'b', { team: 'post' });
    expect(await labels()).toEqual({ team: 'post' });
    await register('moved', 'a', undefined);
    expect(await labels()).toEqual({});
  });

  test('labels of a wrong kind are ignored, and the instance is registered', async () => {
    const serviceId = await register('odd', 'a', { team: 4, Zone: 'x', good: 'yes' });
    expect((await get(`/api/services/${serviceId}`)).body.labels).toEqual({ good: 'yes' });
    expect((await get(`/api/services/${await register('odder', 'a', 'team')}`)).body.labels).toEqual({});
  });

  test('the filter "label" is a name and a glob of its value; of several all have to match', async () => {
    expect(await namesBy('label=team:shop')).toEqual(['cart']);
    expect(await namesBy('label=team:shop*')).toEqual(['cart', 'stock']);
    expect(await namesBy('label=team:*&label=tier:1')).toEqual(['cart', 'mail']);
    expect(await namesBy('label=team:shop*&name=s*')).toEqual(['stock']);
    expect(await namesBy('label=team:shop&status=Down')).toEqual([]);
  });

  test.each(['label=team', 'label=:shop', 'label=Team:shop', `label=team:${'x'.repeat(200)}`])(
    '%s is refused',
    async (query) => {
      expect((await get(`/api/services?${query}`)).status).toBe(400);
    },
  );
});
