import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, type Reply } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let serviceIds: Record<string, string>;
const get = (path: string): Promise<Reply> => call(monitor, 'GET', path);
// A receiver that nobody listens on: its notifications stay pending, which is all that a list needs.
const file = `channels: [{ id: hook, type: webhook, url: "http://127.0.0.1:9/hook", secret: "whsec_${Buffer.alloc(32).toString('base64')}" }]`;

async function register(serviceName: string, environment: string, instanceId: string) {
  const body = { serviceName, environment, instanceId };
  return (await call(monitor, 'POST', '/api/services/register', { body })).body;
}

/** All items of a list, read in pages. */
async function walk(
  path: string,
  limit: number,
): Promise<{ items: Record<string, string>[]; pages: number }> {
  const items: Record<string, string>[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const { status, body } = await get(`${path}limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    expect(body.items.length).toBeLessThanOrEqual(limit);
    items.push(...body.items);
    cursor = body.nextCursor;
    pages += 1;
  } while (cursor !== null);
  return { items, pages };
}

beforeAll(async () => {
  monitor = await startMonitor(
    {
      MONITOR_HEARTBEAT_INTERVAL: '100ms',
      MONITOR_HEARTBEAT_GRACE: '100ms',
      MONITOR_DOWN_AFTER: '400ms',
      // One message for each incident.
      MONITOR_OUTAGE_GROUPS: 'off',
    },
    file,
  );
  serviceIds = {};
  for (const name of ['alpha', 'beta', 'gamma']) {
    for (const environment of ['prod', 'test']) {
      for (const key of ['a', 'b', 'c']) {
        serviceIds[`${name} ${environment}`] = (await register(name, environment, key)).serviceId;
      }
    }
  }
  // Nobody beats, so each of the six services opens its incident.
  await eventually(
    'all incidents are open',
    () => get('/api/incidents'),
    ({ body }) => body.items.length === 6,
    10_000,
  );
  await eventually(
    'all messages are planned',
    () => get('/api/notifications'),
    ({ body }) => body.items.length === 6,
    10_000,
  );
});

afterAll(() => monitor.stop());

const lists = ['/api/services?', '/api/incidents?', '/api/notifications?', 'instances'] as const;
const pathOf = (list: string) =>
  list === 'instances' ? `/api/services/${serviceIds['alpha prod']}/instances?` : list;
const countOf = (list: string) => (list === 'instances' ? 3 : 6);

describe.each(lists)('the list %s', (list) => {
  it.each([1, 2, 3, 5, 200])('gives every item once and in one order in pages of %i', async (limit) => {
    const { items, pages } = await walk(pathOf(list), limit);
    const whole = (await get(pathOf(list))).body.items as Record<string, string>[];
    expect(whole).toHaveLength(countOf(list));
    const id =
      list === 'instances'
        ? 'instanceId'
        : list.includes('services')
          ? 'serviceId'
          : list.slice(5, -2) + 'Id';
    expect(items.map((item) => item[id])).toEqual(whole.map((item) => item[id]));
    expect(new Set(items.map((item) => item[id])).size).toBe(countOf(list));
    expect(pages).toBe(Math.ceil(countOf(list) / limit));
  });

  it.each(['0', '201', '-1', '1.5', 'ten', ''])('refuses the limit "%s"', async (limit) => {
    const { status, body } = await get(`${pathOf(list)}limit=${limit}`);
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'validation', 'limit']);
  });

  it.each([
    '!!!',
    'AAAA',
    '%00',
    Buffer.from('nonsense').toString('base64url'),
    Buffer.from('99999999999999 or so').toString('base64url'),
    'x'.repeat(2_049),
    '',
    'a&cursor=b',
  ])('refuses the cursor "%s"', async (cursor) => {
    const { status, body } = await get(`${pathOf(list)}cursor=${cursor}`);
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'validation', 'cursor']);
  });

  it('refuses a cursor of another list', async () => {
    for (const other of lists.filter((each) => each !== list)) {
      const { nextCursor } = (await get(`${pathOf(other)}limit=1`)).body;
      expect((await get(`${pathOf(list)}cursor=${nextCursor}`)).status).toBe(400);
    }
  });

  it('refuses a cursor of the same list by other filters, and a filter that it does not know', async () => {
    const { nextCursor } = (await get('/api/services?limit=1')).body;
    expect((await get(`/api/services?limit=1&cursor=${nextCursor}`)).status).toBe(200);
    const { status, body } = await get(`/api/services?limit=1&status=Down&cursor=${nextCursor}`);
    expect([status, body.errors[0].pointer]).toEqual([400, 'cursor']);
    expect((await get('/api/services?nmae=orders')).status).toBe(400);
  });

  it('refuses a cursor of which one character was changed', async () => {
    const { nextCursor } = (await get(`${pathOf(list)}limit=1`)).body;
    for (const at of [0, 20, 40, 200, nextCursor.length - 1]) {
      const changed = `${nextCursor.slice(0, at)}${nextCursor[at] === 'A' ? 'B' : 'A'}${nextCursor.slice(at + 1)}`;
      expect((await get(`${pathOf(list)}cursor=${changed}`)).status).toBe(400);
    }
  });

  it('tells nothing by its cursor, not even the length of a name', async () => {
    const { nextCursor } = (await get(`${pathOf(list)}limit=1`)).body;
    const again = (await get(`${pathOf(list)}limit=1`)).body.nextCursor;
    expect(nextCursor).not.toBe(again);
    expect(nextCursor).toHaveLength(Math.ceil(((12 + 16 + 256) * 4) / 3));
    const bytes = Buffer.from(nextCursor, 'base64url').toString('latin1');
    expect(bytes).not.toMatch(/alpha|prod|test|-8[0-9a-f]{3}-/);
  });
});

describe('filters', () => {
  const count = async (path: string) => (await get(path)).body.items.length;

  it('find services by environment, name and status', async () => {
    expect(await count('/api/services?environment=prod')).toBe(3);
    expect(await count('/api/services?name=*a')).toBe(6);
    expect(await count('/api/services?name=?eta&environment=t*')).toBe(1);
    expect(await count('/api/services?status=Down')).toBe(6);
    expect(await count('/api/services?status=Healthy')).toBe(0);
    expect((await walk('/api/services?environment=prod&', 1)).items).toHaveLength(3);
  });

  it('find instances by status', async () => {
    const path = `/api/services/${serviceIds['beta prod']}/instances`;
    expect(await count(`${path}?status=Down`)).toBe(3);
    expect(await count(`${path}?status=Healthy`)).toBe(0);
  });

  it('find incidents by state, service and time', async () => {
    const [newest] = (await get('/api/incidents')).body.items;
    expect(await count('/api/incidents?state=open')).toBe(6);
    expect(await count('/api/incidents?state=resolved')).toBe(0);
    expect(await count(`/api/incidents?serviceId=${serviceIds['gamma test']}`)).toBe(1);
    expect(await count(`/api/incidents?serviceId=${serviceIds['gamma test']?.toUpperCase()}`)).toBe(1);
    expect(await count('/api/incidents?from=2020-01-01T00:00:00Z')).toBe(6);
    expect(await count('/api/incidents?to=2020-01-01T00:00:00%2B02:00')).toBe(0);
    expect(
      await count(`/api/incidents?from=${newest.startedAt}&to=${newest.startedAt}`),
    ).toBeGreaterThanOrEqual(1);
  });

  it('find the notifications of an incident', async () => {
    const [incident] = (await get('/api/incidents')).body.items;
    const { items } = (await get(`/api/notifications?incidentId=${incident.incidentId}`)).body;
    expect(items).toMatchObject([{ incidentId: incident.incidentId, channelId: 'hook', kind: 'down' }]);
  });

  it('find the messages about a service, and know none of nobody', async () => {
    expect(await get(`/api/notifications?incidentId=${serviceIds['beta prod']}`)).toMatchObject({
      ...{ status: 200, body: { items: [] } },
    });
    const nobody = '00000000-0000-8000-8000-000000000000';
    expect((await get(`/api/notifications?incidentId=${nobody}`)).status).toBe(404);
  });

  it.each([
    ['/api/services?status=Sick', 'status'],
    ['/api/services?name=%0a', 'name'],
    ['/api/incidents?state=closed', 'state'],
    ['/api/incidents?serviceId=one', 'serviceId'],
    ['/api/incidents?from=yesterday', 'from'],
    ['/api/incidents?to=2026-02-30T00:00:00Z', 'to'],
    ['/api/notifications?incidentId=one', 'incidentId'],
    ['/api/services/one', 'serviceId'],
  ])('refuse %s and name the parameter', async (path, parameter) => {
    const { status, body } = await get(path);
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'validation', parameter]);
  });

  it.each(['services', 'services/ID/instances', 'incidents'])(
    'know no /api/%s with an id of nobody',
    async (path) => {
      const nobody = '00000000-0000-8000-8000-000000000000';
      const full = path.includes('ID') ? path.replace('ID', nobody) : `${path}/${nobody}`;
      expect((await get(`/api/${full}`)).status).toBe(404);
    },
  );
});
