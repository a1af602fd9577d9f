import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;

beforeAll(async () => {
  monitor = await startMonitor({ MONITOR_HEARTBEAT_INTERVAL: '1h' });
});

afterAll(() => monitor.stop());

async function register(instanceId: string) {
  const body = { serviceName: 'orders', environment: 'test', instanceId };
  return (await call(monitor, 'POST', '/api/services/register', { body })).body;
}
const beat = (instanceId: string, more: object) =>
  call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId, ...more } });
const shown = async (path: string) => (await call(monitor, 'GET', path)).body;

describe('what an instance says of itself', () => {
  it('is shown with its reasons, and for the service the worst of it', async () => {
    const { instanceId, serviceId } = await register('one');
    const two = await register('two');
    expect(await shown(`/api/instances/${instanceId}`)).toMatchObject({
      ...{ health: null, healthSince: null, healthReasons: null },
    });
    const metadata = { health_reasons: 'database: timed out' };
    expect((await beat(instanceId, { health: 'unhealthy', metadata })).body.warnings).toBeUndefined();
    await beat(two.instanceId, { health: 'healthy', metadata });
    const one = await eventually(
      'what it says of itself is shown',
      () => shown(`/api/instances/${instanceId}`),
      (found) => found.health === 'unhealthy' && found.status === 'Healthy',
    );
    expect(one.healthReasons).toBe('database: timed out');
    expect(Date.parse(one.healthSince)).toBeGreaterThanOrEqual(Date.parse(one.lastHeartbeatAt));
    await eventually(
      'the other is well',
      () => shown(`/api/instances/${two.instanceId}`),
      (found) => found.health === 'healthy' && found.healthReasons === null,
    );
    expect(await shown(`/api/services/${serviceId}`)).toMatchObject({ health: 'unhealthy' });
    const [service] = await eventually(
      'the roll-up has told the service of its first heartbeat',
      async () => (await shown('/api/services?name=orders')).items,
      ([found]) => found.status === 'Healthy',
    );
    expect(service).toMatchObject({ health: 'unhealthy', openIncidentId: null });
    await call(monitor, 'DELETE', `/api/instances/${instanceId}`);
    expect(await shown(`/api/services/${serviceId}`)).toMatchObject({ health: 'healthy' });
  });

  it.each(['fine', '', 3, {}, ['healthy']])(
    'is left out with a warning when it is %j, and the heartbeat counts',
    async (health) => {
      const { instanceId } = await register('three');
      const { status, body } = await beat(instanceId, { health, metadata: { n: 1 } });
      expect(status).toBe(200);
      const message = 'must be one of unhealthy, degraded, healthy; it was ignored';
      expect(body.warnings).toEqual([{ pointer: '/health', message }]);
      expect(await shown(`/api/instances/${instanceId}`)).toMatchObject({
        ...{ health: null, lastHeartbeat: { n: 1 } },
      });
    },
  );

  it('is nothing when it is null', async () => {
    const { instanceId } = await register('four');
    const { status, body } = await beat(instanceId, { health: null });
    expect([status, body.warnings]).toEqual([200, undefined]);
  });
});
