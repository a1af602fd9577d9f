import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { startSmtpReceiver } from '../support/start-smtp-receiver.ts';

const secret = `whsec_${Buffer.from('a secret of the end-to-end tests').toString('base64')}`;

let cluster: Cluster;
let hook: Awaited<ReturnType<typeof startHttpReceiver>>;
let smtp: Awaited<ReturnType<typeof startSmtpReceiver>>;
let api: ReturnType<typeof apiClient>;
const fleet: { serviceName: string; host: string; instance: BeatingInstance }[] = [];

/** Eight services with all their twelve instances on the host that fails. */
const onHost = ['cart', 'mail', 'search', 'stock', 'tax', 'users', 'video', 'wiki'];
const elsewhere = ['a', 'b', 'c', 'd', 'e', 'f'];

const placed: [serviceName: string, host: string][] = [
  ...onHost.map((name): [string, string] => [name, 'h7']),
  ...onHost.slice(0, 4).map((name): [string, string] => [name, 'h7']),
  ['payments', 'h7'],
  ['payments', 'h1'],
  ...elsewhere.flatMap((name): [string, string][] => [
    [name, 'h1'],
    [name, 'h2'],
    [name, 'h3'],
  ]),
];

beforeAll(async () => {
  [smtp, hook] = await Promise.all([startSmtpReceiver(), startHttpReceiver()]);
  cluster = await startCluster(
    ['api', 'worker', 'worker'],
    `channels:
  - { id: ops-mail, type: email, url: "${smtp.url}", from: monitor@example.com, to: [ops@example.com], limit: none }
  - { id: hook, type: webhook, url: "${hook.url}", secret: "${secret}" }
`,
    { MONITOR_PUBLIC_URL: 'https://monitor.example.com' },
  );
  api = apiClient(cluster.urls[0] ?? '');
  const started = placed.map(async ([serviceName, host], port) => {
    const name = { serviceName, hostname: `pod-${port}`, port, metadata: { host } };
    return { serviceName, host, instance: await startInstance(cluster.urls, name, times.interval) };
  });
  fleet.push(...(await Promise.all(started)));
  await allAre('Healthy', 15);
});

afterAll(async () => {
  await Promise.all(fleet.map(({ instance }) => instance.die()));
  await cluster.close();
  await Promise.all([hook.close(), smtp.close()]);
});

const allAre = (status: string, count: number) =>
  eventually(
    `${count} services are ${status}`,
    async () => (await api.services()).filter((service) => service.status === status).length === count,
    60_000,
  );

interface Told {
  type: string;
  subject: string;
  data: {
    groupId?: string;
    acknowledgeUrl?: string;
    cause?: { kind: string; values: string[] };
    instances: { silent: number; total: number };
    service?: { serviceName: string };
    services?: { serviceName: string }[];
    notExplained?: { serviceName: string }[];
  };
}

const told = (): Told[] => hook.requests.map(({ body }) => JSON.parse(body) as Told);
const toldOfGroups = (stage: string): Told[] =>
  told().filter(({ type }) => type === `service-monitor.group.${stage}`);
const toldOfIncidents = (kind: string): string[] =>
  told()
    .filter(({ type }) => type === `service-monitor.incident.${kind}`)
    .map(({ data }) => data.service?.serviceName ?? '')
    .sort();

interface Group {
  outageGroupId: string;
  cause: string;
  endedAt: string | null;
  incidents: { incidentId: string; serviceName: string }[];
}

async function groups(): Promise<Group[]> {
  return ((await (await api.call('GET', '/api/outage-groups')).json()) as { items: Group[] }).items;
}

async function rowsOf(serviceName: string, kind: string) {
  const incident = (await api.incidents()).find((one) => one.serviceName === serviceName);
  const rows = incident === undefined ? [] : await api.notifications(incident.incidentId);
  return rows.filter((row) => row.kind === kind);
}

test('of a host that fails one message tells, and each service that is not only there is told by itself', async () => {
  const dying = fleet.filter(({ serviceName, host }) => host === 'h7' || serviceName === 'payments');
  await Promise.all(dying.map(({ instance }) => instance.die()));
  await allAre('Down', 9);
  await eventually(
    'every incident of the host is part of the group',
    async () => (await groups())[0]?.incidents.length === 8,
  );
  await eventually('payments is told', () => toldOfIncidents('down').length > 0 && smtp.mails.length >= 2);

  const [group] = await groups();
  expect(group).toMatchObject({ cause: 'Host h7', endedAt: null });
  expect(group?.incidents.map(({ serviceName }) => serviceName).sort()).toEqual(onHost);
  expect(toldOfGroups('opened')).toHaveLength(1);
  const [opened] = toldOfGroups('opened');
  expect(opened).toMatchObject({ subject: group?.outageGroupId });
  expect(opened?.data).toMatchObject({
    groupId: group?.outageGroupId,
    cause: { kind: 'host', values: ['h7'] },
    instances: { silent: 13, total: 13 },
  });
  expect(toldOfIncidents('down')).toEqual(['payments']);
  const subjects = smtp.mails.map(({ mail }) => mail.subject ?? '');
  expect(
    subjects.filter((subject) => subject === '[Down] Host h7 is silent: 13 of 13 instances'),
  ).toHaveLength(1);
  expect(subjects.filter((subject) => /^\[Down\] (?!Host h7)/.test(subject))).toEqual([
    expect.stringContaining('payments'),
  ]);
});

test('the link in the message acknowledges all of it, once somebody says so, and says by whom', async () => {
  const [opened] = toldOfGroups('opened');
  const path = new URL(opened?.data.acknowledgeUrl ?? '').pathname;
  const link = `${cluster.urls[0]}${path}`;
  const asked = await (await fetch(link)).text();
  expect(asked).toContain('Acknowledge the outage of Host h7?');
  for (const { serviceName } of opened?.data.services ?? []) expect(asked).toContain(`${serviceName} (`);
  const acknowledged = async () =>
    (await api.incidents()).filter((incident) => incident.acknowledged?.by === 'Ada').length;
  expect(await acknowledged()).toBe(0);

  const use = () => fetch(link, { method: 'POST', body: new URLSearchParams({ by: 'Ada', note: '' }) });
  const first = await use();
  expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('Ada acknowledged the')]);
  expect(await acknowledged()).toBe(opened?.data.services?.length);
  const again = await use();
  expect([again.status, await again.text()]).toEqual([
    409,
    expect.stringContaining('The outage of Host h7 is acknowledged'),
  ]);
});

test('each message that was not sent says why, and the incident shows its group', async () => {
  const [group] = await groups();
  for (const serviceName of onHost) {
    const rows = await eventually(`the messages of ${serviceName} are decided`, async () => {
      const found = await rowsOf(serviceName, 'down');
      return found.length === 2 && found.every(({ state }) => state === 'suppressed') && found;
    });
    for (const row of rows)
      expect(row).toMatchObject({
        reason: 'part of the outage of host h7',
        outageGroupId: group?.outageGroupId,
      });
  }
  const incidents = (await api.incidents()) as unknown as { serviceName: string; outageGroup: unknown }[];
  const shown = { outageGroupId: group?.outageGroupId, cause: 'Host h7' };
  expect(incidents.find(({ serviceName }) => serviceName === 'cart')?.outageGroup).toEqual(shown);
  expect(incidents.find(({ serviceName }) => serviceName === 'payments')?.outageGroup).toBeNull();
});

test('when the host is back its end is told once, and the end of each incident to whoever was told of the host', async () => {
  await Promise.all(
    fleet
      .filter(({ serviceName, host }) => host === 'h7' || serviceName === 'payments')
      .map(({ instance }) => instance.revive()),
  );
  await eventually(
    'the ends of all incidents are told',
    () => toldOfIncidents('resolved').length === 9,
    60_000,
  );
  await eventually('the end of the group is told', () => toldOfGroups('over').length > 0);
  expect(toldOfIncidents('resolved')).toEqual([...onHost, 'payments'].sort());
  expect(toldOfGroups('over')).toHaveLength(1);
  expect(toldOfGroups('opened')).toHaveLength(1);
  expect((await groups())[0]?.endedAt).not.toBeNull();
  const ends = await eventually(
    'all ends came as mails',
    () =>
      smtp.mails.map(({ mail }) => mail.subject ?? '').filter((subject) => subject.startsWith('[Resolved]')),
    (subjects) => subjects.length >= 10,
  );
  expect(ends).toContain('[Resolved] Host h7: the outage is over');
  expect(ends).toHaveLength(10);
});

test('if everything falls silent, one message says how much, and that the network or the monitor is suspect', async () => {
  await allAre('Healthy', 15);
  const mailsBefore = smtp.mails.length;
  const isFresh = () => smtp.mails.length > mailsBefore;
  await Promise.all(fleet.map(({ instance }) => instance.die()));
  await allAre('Down', 15);
  await eventually('all 15 are part of one group', async () => (await groups())[0]?.incidents.length === 15);
  expect((await groups())[0]).toMatchObject({ cause: 'Everything' });
  for (const serviceName of [...onHost, ...elsewhere, 'payments']) {
    await eventually(`the messages of ${serviceName} are decided`, async () => {
      const rows = await rowsOf(serviceName, 'down');
      return rows.length === 2 && rows.every(({ state }) => state === 'suppressed');
    });
  }
  await eventually('the mail came', isFresh);
  const fresh = smtp.mails.slice(mailsBefore).map(({ mail }) => ({ subject: mail.subject, text: mail.text }));
  expect(fresh).toHaveLength(1);
  expect(fresh[0]?.subject).toMatch(/^\[Down\] \d+ % of all instances are silent: /);
  expect(fresh[0]?.text).toContain('Suspect the network or the monitor.');
});
