import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../wire/${name}.json`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >;
const golden = {
  ...{ register: read('register'), registered: read('register-response') },
  ...{ heartbeat: read('heartbeat-response'), warnings: read('warnings')['warnings'] },
};

let monitor: Monitor;

beforeAll(async () => {
  monitor = await startMonitor({ MONITOR_HEARTBEAT_INTERVAL: '1h' });
});

afterAll(() => monitor.stop());

describe('what is passed over', () => {
  const odd = { metadata: 'text', newField: 1 };

  it('stands in the answers, beside all that stands there otherwise', async () => {
    const registered = await call(monitor, 'POST', '/api/services/register', {
      body: { ...golden.register, ...odd },
    });
    const { serviceId, instanceId } = registered.body;
    expect(registered.body).toEqual({
      ...golden.registered,
      serviceId,
      instanceId,
      warnings: golden.warnings,
    });
    const beat = await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId, ...odd } });
    expect(beat.status).toBe(200);
    expect(Object.keys(beat.body)).toEqual([...Object.keys(golden.heartbeat), 'warnings']);
    expect(beat.body.warnings).toEqual(golden.warnings);
  });

  it('is named field by field, but not without end', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`newer_${i}`, i]));
    const { body } = await call(monitor, 'POST', '/api/services/register', {
      body: { ...golden.register, ...many },
    });
    expect(body.warnings).toHaveLength(9);
    expect(body.warnings[0].pointer).toBe('/newer_0');
    expect(body.warnings[8]).toEqual({ pointer: '', message: '1992 more fields are unknown' });
  });

  it('leaves the instance as it was but for its sign of life', async () => {
    const { instanceId } = (await call(monitor, 'POST', '/api/services/register', { body: golden.register }))
      .body;
    const beat = (metadata: unknown) =>
      call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId, metadata } });
    const shown = async () => (await call(monitor, 'GET', `/api/instances/${instanceId}`)).body;
    await beat({ cpu_percent: 1 });
    const before = await shown();
    await beat({ note: 'x'.repeat(17 * 1024) });
    const after = await shown();
    expect(after.lastHeartbeat).toEqual({ cpu_percent: 1 });
    expect(Date.parse(after.lastHeartbeatAt)).toBeGreaterThan(Date.parse(before.lastHeartbeatAt));
  });

  it('does not hide that an instance is unknown', async () => {
    const body = { instanceId: '00000000-0000-8000-8000-000000000000', ...odd };
    const { status, body: problem } = await call(monitor, 'POST', '/api/services/heartbeat', { body });
    expect([status, problem.code]).toEqual([404, 'instance-unknown']);
  });
});

it('metadata comes back as it was sent, from wherever it is read', async () => {
  const metadata =
    '{"requests_per_minute":9223372036854775807,"x":1.0,"z":-0,"__proto__":{"polluted":1e2},"constructor":"c","toString":[1.50]}';
  const post = async (path: string, body: string) =>
    (
      await fetch(`${monitor.url}/api/services/${path}`, {
        method: 'POST',
        headers: { 'x-api-key': monitor.key, 'content-type': 'application/json' },
        body,
      })
    ).json() as Promise<{ serviceId: string; instanceId: string }>;
  const get = async (path: string) =>
    (await fetch(monitor.url + path, { headers: { 'x-api-key': monitor.key } })).text();
  const { serviceId, instanceId } = await post(
    'register',
    `{"serviceName":"digits","environment":"test","instanceId":"one","metadata":${metadata}}`,
  );
  await post('heartbeat', `{"instanceId":"${instanceId}","metadata":${metadata}}`);
  for (const path of [`/api/instances/${instanceId}`, `/api/services/${serviceId}/instances`]) {
    const text = await get(path);
    expect(text).toContain(`"metadata":${metadata},`);
    expect(text).toContain(`"lastHeartbeat":${metadata}`);
  }
  expect(await get('/livez')).not.toContain('polluted');
  expect((await call(monitor, 'GET', '/api/services?name=digits')).body.items[0]).not.toHaveProperty(
    'polluted',
  );
});
