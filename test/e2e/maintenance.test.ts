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

/**
 * Heartbeats of this process may be two seconds late without a meaning: each that is late starts the quiet time of its
 * service again.
 */
const settings = { MONITOR_HEARTBEAT_GRACE: '2s', MONITOR_DOWN_AFTER: '5s' };

/** One service for each story, so that they can be told side by side. */
const services = ['ended-early', 'still-down', 'recovers', 'told-before'];

beforeAll(async () => {
  hook = await startHttpReceiver();
  cluster = await startCluster(
    ['api', 'worker', 'worker'],
    `channels:
  - { id: hook, type: webhook, url: "${hook.url}", secret: "${secret}" }
`,
    settings,
  );
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
});

afterAll(async () => {
  await Promise.all([...instances.values()].map((instance) => instance.die()));
  await cluster.close();
  await hook.close();
});

const instanceOf = (serviceName: string): BeatingInstance => {
  const found = instances.get(serviceName);
  if (found === undefined) throw new Error(`there is no ${serviceName}`);
  return found;
};

interface Told {
  type: string;
  data: { service: { serviceName: string }; down?: unknown; heldBack?: { because: string } };
}

/** What was told of a service so far. */
const told = (serviceName: string): string[] =>
  hook.requests
    .map(({ body }) => JSON.parse(body) as Told)
    .filter(({ data }) => data.service.serviceName === serviceName)
    .map(({ type }) => type.replace('service-monitor.incident.', ''));

async function silence(service: string, length: string): Promise<string> {
  const reply = await api.call('POST', '/api/maintenance', {
    ...{ match: { service, environment: 'production' }, for: length, by: 'ci', note: 'deploy 4711' },
  });
  expect(reply.status).toBe(201);
  return ((await reply.json()) as { windowId: string }).windowId;
}

async function rowsOf(serviceName: string) {
  const incident = (await api.incidents()).find((one) => one.serviceName === serviceName);
  return incident === undefined ? [] : api.notifications(incident.incidentId);
}

const isResolved = ({ kind }: { kind: string }) => kind === 'resolved';

const isHeld = async (serviceName: string): Promise<boolean> =>
  (await rowsOf(serviceName)).some(
    ({ kind, state, reason }) =>
      kind === 'down' &&
      state === 'pending' &&
      /^held: maintenance until .+ UTC: deploy 4711 \(ci\)$/.test(reason ?? ''),
  );

test('a Down during maintenance is held, and is told when the maintenance ends and it is still Down', async () => {
  await silence('still-down', '15s');
  await instanceOf('still-down').die();
  await eventually('its message is held', () => isHeld('still-down'));
  expect(await api.service('still-down')).toMatchObject({
    status: 'Down',
    maintenance: { by: 'ci', note: 'deploy 4711' },
  });
  expect(told('still-down')).toEqual([]);
  await eventually('it is told', () => told('still-down').length > 0);
  expect(told('still-down')).toEqual(['down']);
  const row = await eventually('its row says so', async () =>
    (await rowsOf('still-down')).find(({ state }) => state === 'sent'),
  );
  expect(row).toMatchObject({ kind: 'down', attempts: 1 });
  const [{ data } = { data: null }] = hook.requests
    .map(({ body }) => JSON.parse(body) as Told)
    .filter((one) => one.data.service.serviceName === 'still-down');
  expect(data?.down).toEqual([{ instanceKey: expect.any(String), host: 'still-down' }]);
  expect(data?.heldBack?.because).toMatch(/^maintenance until .+ UTC: deploy 4711 \(ci\)$/);
});

test('a maintenance that is ended early counts at once: what it held is told', async () => {
  const windowId = await silence('ended-early', '1h');
  await instanceOf('ended-early').die();
  await eventually('its message is held', () => isHeld('ended-early'));
  expect((await api.call('DELETE', `/api/maintenance/${windowId}`)).status).toBe(204);
  await eventually('it is told', () => told('ended-early').length > 0);
  expect(told('ended-early')).toEqual(['down']);
});

test('what recovers during maintenance is not told, and neither is its end', async () => {
  await silence('recovers', '1h');
  await instanceOf('recovers').die();
  await eventually('its message is held', () => isHeld('recovers'));
  await instanceOf('recovers').revive();
  // On a busy machine it may be Down once more, by which its quiet time is eight times as long.
  const rows = await eventually(
    'its incident is over, and all is decided',
    async () => {
      const incident = (await api.incidents()).find((one) => one.serviceName === 'recovers');
      const found = await rowsOf('recovers');
      const isDecided = found.every(({ state }) => state === 'suppressed');
      return incident?.state === 'resolved' && isDecided && found.some(isResolved) && found;
    },
    80_000,
  );
  const reasonOf = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ reason }) => reason);
  for (const reason of reasonOf('down'))
    expect(reason).toMatch(/(recovered|held) during maintenance until .+: deploy 4711 \(ci\)$/);
  expect(reasonOf('resolved')).toEqual([expect.stringMatching(/^nobody was told of this outage here/)]);
  expect(told('recovers')).toEqual([]);
}, 150_000);

test('what was told before a maintenance is told to be over in it', async () => {
  await instanceOf('told-before').die();
  await eventually('it is told', () => told('told-before').length > 0);
  await silence('told-before', '1h');
  await instanceOf('told-before').revive();
  await eventually('its end is told', () => told('told-before').includes('resolved'), 80_000);
  // Once each, unless it was Down once more on a busy machine.
  expect([...new Set(told('told-before'))]).toEqual(['down', 'recovering', 'resolved']);
}, 150_000);
