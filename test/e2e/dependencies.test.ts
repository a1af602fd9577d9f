import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';

const secret = `whsec_${Buffer.from('a secret of the end-to-end tests').toString('base64')}`;

let cluster: Cluster;
let hook: Awaited<ReturnType<typeof startHttpReceiver>>;
let api: ReturnType<typeof apiClient>;
const instances = new Map<string, BeatingInstance>();

const channels = () => `channels:
  - { id: hook, type: webhook, url: "${hook.url}", secret: "${secret}" }
`;

beforeAll(async () => {
  hook = await startHttpReceiver();
  cluster = await startCluster(['api', 'worker', 'worker'], channels());
  api = apiClient(cluster.urls[0] ?? '');
  for (const serviceName of ['payments', 'cart', 'mail', 'mail-queue', 'alone']) {
    const name = { serviceName, hostname: serviceName };
    instances.set(serviceName, await startInstance(cluster.urls, name, times.interval));
  }
});

afterAll(async () => {
  await Promise.all([...instances.values()].map((instance) => instance.die()));
  await cluster.close();
  await hook.close();
});

function instanceOf(name: string): BeatingInstance {
  const found = instances.get(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

const die = (...names: string[]) => Promise.all(names.map((name) => instanceOf(name).die()));

/** What was told of a service so far. */
const told = (serviceName: string): string[] =>
  hook.requests
    .map(({ body }) => JSON.parse(body) as { type: string; data: { service: { serviceName: string } } })
    .filter(({ data }) => data.service.serviceName === serviceName)
    .map(({ type }) => type.replace('service-monitor.incident.', ''));

async function rowOf(serviceName: string) {
  const incident = (await api.incidents()).find((one) => one.serviceName === serviceName);
  if (incident === undefined) return undefined;
  return (await api.notifications(incident.incidentId)).find(({ kind }) => kind === 'down');
}

test('a file that says what depends on what is used without a restart', async () => {
  const text = `${channels()}dependencies:
  - { match: { service: cart }, dependsOn: [payments] }
  - { match: { service: "*" }, dependsOn: ["*-queue"] }
`;
  await Promise.all(cluster.nodes.map(({ configPath }) => writeFile(configPath, text)));
  const reply = await api.call('POST', '/api/config/reload');
  const { nodes } = (await reply.json()) as { nodes: { outcome?: { kind?: string } }[] };
  expect(JSON.stringify(nodes)).toContain('dependencies changed');
});

test('who goes Down with what it needs waits, and is told when only that comes back', async () => {
  await die('payments', 'cart');
  await eventually('the cause is told', () => told('payments').includes('down'));
  const incident = (await api.incidents()).find(({ serviceName }) => serviceName === 'payments');
  await eventually('the other waits, and says for what', async () => {
    const row = await rowOf('cart');
    return row?.reason === `held: depends on payments, which is Down: incident ${incident?.incidentId}`;
  });
  expect(told('cart')).toEqual([]);
  await instanceOf('payments').revive();
  const backAtMs = Date.now();
  await eventually('it is told', () => told('cart').length > 0);
  expect(Date.now() - backAtMs).toBeGreaterThan(times.downAfter - 500);
  expect(told('cart')).toEqual(['down']);
});

test('who comes back with what it needs was never told', async () => {
  await die('mail-queue', 'mail');
  await eventually('the cause is told', () => told('mail-queue').includes('down'));
  await eventually('the other waits', async () =>
    (await rowOf('mail'))?.reason?.startsWith('held: depends on mail-queue, which is Down'),
  );
  await Promise.all(['mail', 'mail-queue'].map((name) => instanceOf(name).revive()));
  const row = await eventually('it is suppressed', async () => {
    const found = await rowOf('mail');
    return found?.state === 'suppressed' && found;
  });
  expect(row.reason).toMatch(/^recovered while it waited: depends on mail-queue, which (was|is back)/);
  expect(told('mail')).toEqual([]);
});

test('who goes Down alone is told as soon as what it needs was heard', async () => {
  await die('alone');
  await eventually('it is told', () => told('alone').length > 0);
  const incident = (await api.incidents()).find(({ serviceName }) => serviceName === 'alone');
  const at = hook.requests.find(({ body }) => body.includes('"alone"'))?.atMs ?? 0;
  expect(at - Date.parse(incident?.detectedAt ?? '')).toBeLessThan(times.downAfter);
});
