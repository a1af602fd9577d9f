import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;

beforeAll(async () => {
  monitor = await startMonitor(
    {},
    `maintenance:
  - match: { environment: nightly }
    weekly: { days: [sat], from: "02:00", to: "04:00", timeZone: Europe/Berlin }
    note: backup`,
  );
});
afterAll(() => monitor.stop());

const ask = (method: string, path: string, body?: unknown, key = monitor.key) =>
  call({ ...monitor, key }, method, path, body === undefined ? {} : { body });
const declare = (body: object, key = monitor.key) => ask('POST', '/api/maintenance', body, key);
const windows = async (key = monitor.key) =>
  (await ask('GET', '/api/maintenance', undefined, key)).body.items;
const cart = {
  match: { service: 'cart', environment: 'production' },
  for: '30m',
  by: 'ci',
  note: 'deploy 4711',
};

describe('maintenance over HTTP', () => {
  test('is declared by one request, shown with its service, extended, and ended', async () => {
    await ask('POST', '/api/services/register', {
      serviceName: 'cart',
      environment: 'production',
      instanceId: 'a',
      metadata: { labels: { team: 'shop' } },
    });
    const made = await declare({ ...cart, match: { ...cart.match, labels: { team: 'sh*' } } });
    expect(made).toMatchObject({
      status: 201,
      body: { state: 'active', by: 'ci', note: 'deploy 4711', weekly: null, nextAt: null },
    });
    const { windowId, startsAt, endsAt, activeUntil } = made.body;
    expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(30 * 60_000);
    expect(activeUntil).toBe(endsAt);
    const service = async () => (await ask('GET', '/api/services')).body.items[0];
    expect(await service()).toMatchObject({
      status: 'Pending',
      maintenance: { windowId, until: endsAt, by: 'ci', note: 'deploy 4711' },
    });

    const longer = await ask('POST', `/api/maintenance/${windowId}/extend`, { for: '1h' });
    expect(longer.status).toBe(200);
    expect(Date.parse(longer.body.endsAt)).toBeGreaterThan(Date.parse(endsAt));
    expect((await ask('POST', `/api/maintenance/${windowId}/extend`, { for: '8d' })).status).toBe(409);

    for (let time = 0; time < 2; time++)
      expect((await ask('DELETE', `/api/maintenance/${windowId}`)).status).toBe(204);
    expect((await service()).maintenance).toBeNull();
    expect((await ask('POST', `/api/maintenance/${windowId}/extend`, { for: '1h' })).status).toBe(409);
    expect((await windows()).map((one: { windowId: string }) => one.windowId)).toEqual(['monitor.yaml-1']);
  });

  test('is declared once however often a pipeline repeats its request', async () => {
    const named = { ...cart, id: 'deploy 4711' };
    const first = await declare(named);
    const again = await declare(named);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.windowId).toBe(first.body.windowId);
    expect((await declare({ ...named, match: { service: 'mail' } })).status).toBe(409);
    await ask('DELETE', `/api/maintenance/${first.body.windowId}`);
    const next = await declare(named);
    expect(next.status).toBe(201);
    expect(next.body.windowId).not.toBe(first.body.windowId);
    await ask('DELETE', `/api/maintenance/${next.body.windowId}`);
  });

  test('is each declared once when many are declared at the same moment', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) => declare({ ...cart, id: `together ${i % 4}` })),
    );
    const ids = new Set(all.map(({ body }) => body.windowId));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(ids.size).toBe(4);
    for (const id of ids) await ask('DELETE', `/api/maintenance/${id}`);
  });

  test('of each week is scheduled, and one of monitor.yaml cannot be changed here', async () => {
    const weekly = { days: ['sun'], from: '23:00', to: '01:00', timeZone: 'America/New_York' };
    const made = await declare({ match: { service: 'cart' }, weekly, for: '30d' });
    expect(made).toMatchObject({ status: 201, body: { weekly, by: 'MONITOR_API_KEY' } });
    const ofFile = (await windows())[0];
    expect(ofFile).toMatchObject({ endsAt: null, createdAt: null, by: 'monitor.yaml', note: 'backup' });
    const refused = await ask('DELETE', '/api/maintenance/monitor.yaml-1');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await ask('DELETE', `/api/maintenance/${made.body.windowId}`);
  });

  test('of a bound key is about its own services, and seen by nobody else who is bound', async () => {
    const bound = async (environments: string[]) =>
      (await ask('POST', '/api/keys', { name: 'bound', scopes: ['operate', 'read'], environments })).body.key;
    const [shop, post] = [await bound(['shop-*']), await bound(['post-*'])];
    const made = await declare({ ...cart, match: { service: '*' } }, shop);
    expect(made.status).toBe(201);
    expect(await windows(shop)).toHaveLength(1);
    expect(await windows(post)).toEqual([]);
    const path = `/api/maintenance/${made.body.windowId}`;
    expect((await ask('DELETE', path, undefined, post)).status).toBe(404);
    const service = (await ask('GET', '/api/services')).body.items[0];
    expect(service.maintenance).toBeNull();
    expect((await ask('DELETE', path, undefined, shop)).status).toBe(204);
  });

  test.each([
    [{ for: '30m' }, '/match'],
    [{ ...cart, match: {} }, '/match'],
    [{ ...cart, match: { labels: {} } }, '/match'],
    [{ match: cart.match }, '/endsAt'],
    [{ ...cart, endsAt: '2027-01-01T00:00:00Z' }, '/endsAt'],
    [{ ...cart, for: 'soon' }, '/for'],
    [{ ...cart, for: '8d' }, '/for'],
    [{ match: cart.match, endsAt: '2020-01-01T00:00:00Z' }, '/endsAt'],
    [{ ...cart, weekly: { days: ['sat'], from: '2:00', to: '04:00', timeZone: 'UTC' } }, '/weekly/from'],
    [
      { ...cart, weekly: { days: ['sat'], from: '02:00', to: '04:00', timeZone: 'Mars' } },
      '/weekly/timeZone',
    ],
    [{ ...cart, match: { labels: { 'A B': '*' } } }, '/match/labels'],
    [{ ...cart, unknown: 1 }, ''],
  ])('refuses %o and says where it is wrong', async (body, pointer) => {
    const answer = await declare(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });
});
