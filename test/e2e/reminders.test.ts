import { renameSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';

type Receiver = Awaited<ReturnType<typeof startHttpReceiver>>;

const secret = `whsec_${Buffer.from('a secret of the end-to-end tests').toString('base64')}`;
const services = ['forgotten', 'taken', 'linked', 'set-later'] as const;

let cluster: Cluster;
let ops: Receiver;
let pager: Receiver;
let api: ReturnType<typeof apiClient>;
const instances = new Map<string, BeatingInstance>();

/** Reminders every two seconds; after five nobody has acknowledged, and the pager is told. */
const fileOf = (ofLater: string) => `channels:
  - { id: ops, type: webhook, url: "${ops.url}", secret: "${secret}" }
  - { id: pager, type: webhook, url: "${pager.url}", secret: "${secret}" }
reminders: { every: 2s, backOff: 1, longest: 2s }
escalate: [{ after: 5s, channels: [pager] }]
routes:
  - { match: { service: set-later }, channels: [ops], ${ofLater} }
  - { channels: [ops] }
`;

beforeAll(async () => {
  [ops, pager] = await Promise.all([startHttpReceiver(), startHttpReceiver()]);
  cluster = await startCluster(['api', 'worker', 'worker'], fileOf('reminders: off, escalate: []'), {
    MONITOR_PUBLIC_URL: 'https://monitor.example.com',
  });
  api = apiClient(cluster.urls[0] ?? '');
  for (const serviceName of services) {
    const name = { serviceName, hostname: serviceName };
    instances.set(serviceName, await startInstance(cluster.urls, name, times.interval));
  }
  await eventually(
    'all are Healthy',
    async () =>
      (await api.services()).filter(({ status }) => status === 'Healthy').length === services.length,
  );
  await Promise.all([...instances.values()].map((instance) => instance.die()));
});

afterAll(async () => {
  await Promise.all([...instances.values()].map((instance) => instance.die()));
  await cluster.close();
  await Promise.all([ops.close(), pager.close()]);
});

interface Told {
  type: string;
  data: { service: { serviceName: string }; incidentId: string; acknowledgeUrl?: string };
}

/** What a receiver was told of a service so far, and how often. */
function told(receiver: Receiver, serviceName: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { body } of receiver.requests) {
    const { type, data } = JSON.parse(body) as Told;
    if (data.service.serviceName !== serviceName) continue;
    const kind = type.replace('service-monitor.incident.', '');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

const incidentOf = (serviceName: string) =>
  eventually(`${serviceName} has an incident`, async () =>
    (await api.incidents()).find((one) => one.serviceName === serviceName),
  );

/** Two more reminders of the service that nobody looks after: time enough for one of any other. */
async function twoMoreReminders(): Promise<void> {
  const count = () => told(ops, 'forgotten').get('reminder') ?? 0;
  const before = count();
  await eventually('the forgotten one is told again and again', () => count() >= before + 2);
}

test('what nobody acknowledges is told again, then to another channel as well; who acknowledges has peace', async () => {
  const { incidentId } = await incidentOf('taken');
  await eventually('it is told', () => told(ops, 'taken').has('down'));
  const reply = await api.call('POST', `/api/incidents/${incidentId}/acknowledge`, {
    ...{ by: 'Ada', note: 'the disk is full' },
  });
  expect(await reply.json()).toMatchObject({ acknowledged: { by: 'Ada', note: 'the disk is full' } });
  await twoMoreReminders();
  const before = told(ops, 'taken').get('reminder') ?? 0;
  await eventually('the pager is told of the other', () => told(pager, 'forgotten').has('escalation'));
  await twoMoreReminders();
  expect(told(ops, 'taken').get('reminder') ?? 0).toBe(before);
  expect(told(pager, 'taken').size).toBe(0);
});

test('the link in a message does the same without an API key; to look at it does nothing', async () => {
  const { incidentId } = await incidentOf('linked');
  const linkIn = (kind: string) =>
    ops.requests
      .map(({ body }) => JSON.parse(body) as Told)
      .find(({ type, data }) => type.endsWith(kind) && data.incidentId === incidentId)?.data.acknowledgeUrl;
  await eventually('a reminder has a link as well', () => linkIn('.reminder') !== undefined);
  expect(linkIn('.down')).not.toBe(linkIn('.reminder'));
  const link = (linkIn('.down') ?? '').replace('https://monitor.example.com', cluster.urls[0] ?? '');
  expect((await fetch(link)).status).toBe(200);
  const before = told(ops, 'linked').get('reminder') ?? 0;
  await eventually('it goes on', () => (told(ops, 'linked').get('reminder') ?? 0) > before);
  const body = new URLSearchParams({ by: 'Ada', note: 'on it' });
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
  const atMost = (told(ops, 'linked').get('reminder') ?? 0) + 1;
  await twoMoreReminders();
  const sent = told(ops, 'linked').get('reminder') ?? 0;
  expect(sent).toBeLessThanOrEqual(atMost);
  await twoMoreReminders();
  expect(told(ops, 'linked').get('reminder')).toBe(sent);
});

test('the channel that an escalation reached is told the end', async () => {
  await eventually('the pager is told', () => told(pager, 'forgotten').has('escalation'));
  await instances.get('forgotten')?.revive();
  await eventually('its end is told', () => told(pager, 'forgotten').has('resolved'));
  await eventually('to the other too', () => told(ops, 'forgotten').has('resolved'));
  expect(told(pager, 'forgotten').get('escalation')).toBe(1);
  expect(told(pager, 'forgotten').get('down')).toBeUndefined();
  const { incidentId } = await incidentOf('forgotten');
  const ids = [...ops.requests, ...pager.requests]
    .filter(({ body }) => body.includes(incidentId))
    .map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(ids.length);
  const rows = await api.notifications(incidentId);
  expect(rows.find((row) => row.kind === 'escalation' && row.channelId === 'ops')).toMatchObject({
    ...{ state: 'suppressed', reason: 'this escalation after 5.0 s is for pager' },
  });
});

test('a changed monitor.yaml counts for an incident that is open', async () => {
  await incidentOf('set-later');
  expect([...told(ops, 'set-later').keys()]).toEqual(['down']);
  for (const { configPath } of cluster.nodes) {
    writeFileSync(`${configPath}.new`, fileOf('escalate: [{ after: 1s, channels: [pager] }]'));
    renameSync(`${configPath}.new`, configPath);
  }
  await eventually('it is reminded of', () => told(ops, 'set-later').has('reminder'));
  await eventually('the pager is told', () => told(pager, 'set-later').has('escalation'));
});
