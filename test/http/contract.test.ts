import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heartbeatResponse } from '../../src/http/schemas/heartbeat.ts';
import { registrationResponse } from '../../src/http/schemas/registration.ts';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`../wire/${name}.json`, import.meta.url), 'utf8'));

let monitor: Monitor;
const register = (body: object) => call(monitor, 'POST', '/api/services/register', { body });
const beat = (body: object) => call(monitor, 'POST', '/api/services/heartbeat', { body });
const instance = (id: string) => call(monitor, 'GET', `/api/instances/${id}`);

beforeAll(async () => {
  monitor = await startMonitor();
});

afterAll(() => monitor.stop());

describe('POST /api/services/register', () => {
  it('answers the golden request with the golden answer, field for field', async () => {
    const { status, headers, body } = await register(golden('register'));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      ...golden('register-response'),
      serviceId: body.serviceId,
      instanceId: body.instanceId,
    });
    expect(registrationResponse.strict().parse(body)).toEqual(body);
    expect(body.serviceId).toMatch(uuid);
    expect(body.instanceId).toMatch(uuid);
  });

  it('keeps every field of the request', async () => {
    const { instanceId } = (await register(golden('register'))).body;
    const {
      instanceId: instanceKey,
      serviceName: _,
      environment: __,
      heartbeatIntervalSeconds,
      ...rest
    } = golden('register');
    expect((await instance(instanceId)).body).toMatchObject({
      ...rest,
      instanceKey,
      expectedIntervalSeconds: heartbeatIntervalSeconds,
      status: 'Pending',
      lastHeartbeatAt: null,
      lastHeartbeat: null,
    });
  });

  it('needs no more than name, environment and a key of the instance', async () => {
    const { status, body } = await register({ serviceName: 'bare', environment: 'test', instanceId: 'one' });
    expect(status).toBe(200);
    expect((await instance(body.instanceId)).body).toMatchObject({
      hostname: null,
      port: null,
      metadata: null,
    });
  });

  it('takes null for an optional field as if it were not there', async () => {
    const nothing = {
      version: null,
      url: null,
      processId: null,
      metadata: null,
      heartbeatIntervalSeconds: null,
    };
    const { status } = await register({
      serviceName: 'nulls',
      environment: 'test',
      instanceId: 'one',
      ...nothing,
    });
    expect(status).toBe(200);
  });

  it('makes the instance key from hostname and port when there is none', async () => {
    const base = { serviceName: 'fallback', environment: 'test' };
    const made = await register({ ...base, hostname: 'web-7', port: 8080 });
    expect((await instance(made.body.instanceId)).body.instanceKey).toBe('web-7:8080');
    const given = await register({ ...base, instanceId: 'web-7:8080' });
    expect(given.body.instanceId).toBe(made.body.instanceId);
  });

  it.each(['serviceName', 'environment'])('demands %s', async (field) => {
    const { [field]: _, ...rest } = golden('register');
    const { status, body } = await register(rest);
    expect(status).toBe(400);
    expect(body.errors[0].pointer).toBe(`/${field}`);
  });

  it('adds a new instance to the service that exists', async () => {
    const base = { serviceName: 'growing', environment: 'test' };
    const first = (await register({ ...base, instanceId: 'a' })).body;
    const second = (await register({ ...base, instanceId: 'b' })).body;
    expect(second.serviceId).toBe(first.serviceId);
    expect(second.instanceId).not.toBe(first.instanceId);
    const elsewhere = (await register({ ...base, environment: 'other', instanceId: 'a' })).body;
    expect(elsewhere.serviceId).not.toBe(first.serviceId);
  });

  it('updates an instance that registers again by its key', async () => {
    const base = { serviceName: 'again', environment: 'test', instanceId: 'web-1' };
    const first = (await register({ ...base, version: '1.0.0' })).body;
    const second = (await register({ ...base, version: '1.0.1' })).body;
    expect(second).toEqual(first);
    expect((await instance(first.instanceId)).body.version).toBe('1.0.1');
  });

  it('updates an instance that registers again by the UUID it was given', async () => {
    const base = { serviceName: 'again-by-id', environment: 'test' };
    const first = (await register({ ...base, instanceId: 'web-1', version: '1.0.0' })).body;
    const again = { ...base, instanceId: first.instanceId.toUpperCase(), version: '2.0.0' };
    expect((await register(again)).body).toEqual(first);
    expect((await instance(first.instanceId)).body).toMatchObject({ instanceKey: 'web-1', version: '2.0.0' });
    const { items } = (await call(monitor, 'GET', `/api/services/${first.serviceId}/instances`)).body;
    expect(items).toHaveLength(1);
  });

  it('echoes the names as they are kept: without the spaces around them', async () => {
    const { body } = await register({
      serviceName: '  Bestellungen Süd ',
      environment: ' prod/eu ',
      instanceId: 'a',
    });
    expect(body).toMatchObject({ serviceName: 'Bestellungen Süd', environment: 'prod/eu' });
  });
});

describe('POST /api/services/heartbeat', () => {
  it('answers the golden heartbeat with the golden fields', async () => {
    const { instanceId } = (await register(golden('register'))).body;
    const before = Date.now();
    const { status, headers, body } = await beat({ ...golden('heartbeat'), instanceId });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(body)).toEqual(Object.keys(golden('heartbeat-response')));
    expect(body).toMatchObject({ status: 'ok', message: 'Heartbeat received.', nextHeartbeatSeconds: 30 });
    expect(heartbeatResponse.strict().parse(body)).toEqual(body);
    expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    // One machine, so one clock.
    expect(Math.abs(Date.parse(body.timestamp) - before)).toBeLessThan(1_000);
  });

  it('keeps the metadata of the last heartbeat beside that of the registration', async () => {
    const { instanceId } = (await register(golden('register'))).body;
    await beat({ ...golden('heartbeat'), instanceId });
    const { body } = await instance(instanceId);
    expect(body.lastHeartbeat).toEqual(golden('heartbeat').metadata);
    expect(body.metadata).toEqual(golden('register').metadata);
    expect(body.lastHeartbeatAt).not.toBeNull();
  });

  it('tells an instance that nobody registered to register', async () => {
    const { status, body } = await beat({ instanceId: '00000000-0000-8000-8000-000000000000' });
    expect(status).toBe(404);
    expect(body.code).toBe('instance-unknown');
    expect(body.detail).toMatch(/Register it again/);
  });

  it('tells an instance that was stopped the same, until it registers again', async () => {
    const base = { serviceName: 'stopping', environment: 'test', instanceId: 'one' };
    const { instanceId } = (await register(base)).body;
    expect((await beat({ instanceId })).status).toBe(200);
    // Some clients name a type in every request.
    for (const headers of [{}, {}, { 'content-type': 'application/json' }]) {
      const stopped = await call(monitor, 'DELETE', `/api/instances/${instanceId}`, { headers });
      expect([stopped.status, stopped.body]).toEqual([204, '']);
    }
    const refused = await beat({ instanceId });
    expect([refused.status, refused.body.code]).toEqual([404, 'instance-unknown']);
    expect((await register(base)).body.instanceId).toBe(instanceId);
    expect((await beat({ instanceId })).status).toBe(200);
  });

  it('does not stop an instance that nobody registered', async () => {
    const { status, body } = await call(
      monitor,
      'DELETE',
      '/api/instances/00000000-0000-8000-8000-000000000000',
    );
    expect([status, body.code]).toEqual([404, 'instance-unknown']);
  });
});
