import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';

const routingKey = 'e93facc04764012d7bfb002500d5d1a6';

let cluster: Cluster;
let pagerduty: Awaited<ReturnType<typeof startHttpReceiver>>;
let orders: BeatingInstance;

beforeAll(async () => {
  pagerduty = await startHttpReceiver();
  cluster = await startCluster(
    ['api', 'worker', 'worker'],
    `channels: [{ id: pager, type: pagerduty, url: "${pagerduty.url}", routingKey: ${routingKey} }]
reminders: { every: 1s, backOff: 1, longest: 1s }
`,
  );
  orders = await startInstance(cluster.urls, { serviceName: 'orders', hostname: 'h1' }, times.interval);
});

afterAll(async () => {
  await orders.die();
  await cluster.close();
  await pagerduty.close();
});

interface Event {
  event_action: string;
  dedup_key: string;
  routing_key: string;
}

const events = () => pagerduty.requests.map(({ body }) => JSON.parse(body) as Event);
const actions = () => events().map(({ event_action }) => event_action);

test('an incident is triggered, acknowledged and resolved in PagerDuty, under one key', async () => {
  const api = apiClient(cluster.urls[0] ?? '');
  await eventually('it is Healthy', async () => (await api.service('orders'))?.status === 'Healthy');
  await orders.die();
  await eventually('it is triggered', () => actions().includes('trigger'));
  const [incident] = await api.incidents();
  const incidentId = incident?.incidentId ?? '';
  await eventually('a reminder was due', async () =>
    (await api.notifications(incidentId)).some(({ kind }) => kind === 'reminder'),
  );
  await api.call('POST', `/api/incidents/${incidentId}/acknowledge`, { by: 'Ada' });
  await eventually('it is acknowledged', () => actions().includes('acknowledge'));
  await orders.revive();
  await eventually('it is resolved', () => actions().includes('resolve'));
  expect(actions()).toEqual(['trigger', 'acknowledge', 'resolve']);
  for (const event of events())
    expect(event).toMatchObject({ dedup_key: incidentId, routing_key: routingKey });
});
