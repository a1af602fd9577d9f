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
let jsm: typeof pagerduty;
let opsgenie: typeof pagerduty;
let orders: BeatingInstance;

beforeAll(async () => {
  [pagerduty, jsm, opsgenie] = await Promise.all([
    startHttpReceiver(),
    startHttpReceiver(),
    startHttpReceiver(),
  ]);
  cluster = await startCluster(
    ['api', 'worker', 'worker'],
    `channels:
  - { id: pager, type: pagerduty, url: "${pagerduty.url}", routingKey: ${routingKey} }
  - { id: jsm, type: jsm, url: "${jsm.url}", apiKey: ${routingKey} }
  - { id: opsgenie, type: opsgenie, url: "${opsgenie.url}", apiKey: ${routingKey} }
reminders: { every: 1s, backOff: 1, longest: 1s }
`,
  );
  orders = await startInstance(cluster.urls, { serviceName: 'orders', hostname: 'h1' }, times.interval);
});

afterAll(async () => {
  await orders.die();
  await cluster.close();
  await pagerduty.close();
  await jsm.close();
  await opsgenie.close();
});

interface Event {
  event_action: string;
  dedup_key: string;
  routing_key: string;
}

const events = () => pagerduty.requests.map(({ body }) => JSON.parse(body) as Event);
const actions = () => events().map(({ event_action }) => event_action);
const alertPagers = () => [jsm, opsgenie];
const pathsOf = ({ requests }: typeof pagerduty) => requests.map(({ path }) => path);

/** Whether each pager was told so often. */
const areTold = (action: string, times: number) =>
  actions().includes(action) && alertPagers().every((pager) => pathsOf(pager).length >= times);

test('an incident is triggered, acknowledged and resolved in each pager, under one key', async () => {
  const api = apiClient(cluster.urls[0] ?? '');
  await eventually('it is Healthy', async () => (await api.service('orders'))?.status === 'Healthy');
  await orders.die();
  await eventually('it is triggered', () => areTold('trigger', 1));
  const [incident] = await api.incidents();
  const incidentId = incident?.incidentId ?? '';
  await eventually('a reminder was due', async () =>
    (await api.notifications(incidentId)).some(({ kind }) => kind === 'reminder'),
  );
  await api.call('POST', `/api/incidents/${incidentId}/acknowledge`, { by: 'Ada' });
  await eventually('it is acknowledged', () => areTold('acknowledge', 2));
  await orders.revive();
  await eventually('it is resolved', () => areTold('resolve', 3));
  expect(actions()).toEqual(['trigger', 'acknowledge', 'resolve']);
  for (const event of events())
    expect(event).toMatchObject({ dedup_key: incidentId, routing_key: routingKey });
  const alert = `/hook/v2/alerts/${incidentId}`;
  for (const pager of alertPagers()) {
    expect(pathsOf(pager)).toEqual([
      '/hook/v2/alerts',
      `${alert}/acknowledge?identifierType=alias`,
      `${alert}/close?identifierType=alias`,
    ]);
    expect(JSON.parse(pager.requests[0]?.body ?? '')).toMatchObject({ alias: incidentId, priority: 'P1' });
    for (const { headers } of pager.requests)
      expect(headers).toMatchObject({ authorization: `GenieKey ${routingKey}` });
  }
});
