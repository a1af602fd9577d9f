import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';

type Receiver = Awaited<ReturnType<typeof startHttpReceiver>>;

let monitor: RunningMonitor;
let asking: Receiver;
let other: Receiver;

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;

beforeAll(async () => {
  [asking, other] = await Promise.all([startHttpReceiver(), startHttpReceiver()]);
  const file = `channels:
  - { id: asking, type: webhook, url: "${asking.url}", secret: "${secret}", events: [health] }
  - { id: other, type: webhook, url: "${other.url}", secret: "${secret}" }
`;
  monitor = await startMonitor({ file, env: { MONITOR_HEARTBEAT_INTERVAL: '1h', LOG_LEVEL: 'error' } });
});

afterAll(async () => {
  await monitor.stop();
  await Promise.all([asking.close(), other.close()]);
});

async function ask(method: string, path: string, body?: object) {
  const headers = { 'x-api-key': testKey, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(monitor.url + path, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  return (await response.json()) as any;
}

test('a service that says it is unhealthy is told where that is asked for, once, and is no incident', async () => {
  const registration = { serviceName: 'orders', environment: 'test', instanceId: 'one' };
  const { instanceId, serviceId } = await ask('POST', '/api/services/register', registration);
  const say = (health: string, reasons: string) =>
    ask('POST', '/api/services/heartbeat', { instanceId, health, metadata: { health_reasons: reasons } });
  await say('unhealthy', 'database: timed out');
  await eventually('the channel is told', async () => asking.requests.length > 0);
  const { type, data } = JSON.parse(asking.requests[0]?.body ?? '');
  expect(type).toBe('service-monitor.service.health');
  expect(data).toMatchObject({ from: null, to: 'unhealthy', service: { serviceId } });
  expect(data.unwell).toMatchObject([{ instanceKey: 'one', reasons: 'database: timed out' }]);

  await say('healthy', '');
  await eventually('the service is healthy again', async () => {
    return (await ask('GET', `/api/services/${serviceId}`)).health === 'healthy';
  });
  await eventually('its message is settled', async () => {
    const { items } = await ask('GET', '/api/notifications');
    expect(items).toMatchObject([{ channelId: 'asking', kind: 'health', incidentId: serviceId, serviceId }]);
    return items[0].state === 'sent';
  });
  expect((await ask('GET', '/api/incidents')).items).toEqual([]);
  expect(asking.requests).toHaveLength(1);
  expect(other.requests).toEqual([]);
});
