import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';

let cluster: Cluster;
let hook: Awaited<ReturnType<typeof startHttpReceiver>>;
let api: ReturnType<typeof apiClient>;
const alive: BeatingInstance[] = [];

const start = async (serviceName: string, hostname: string, version = '1.0'): Promise<BeatingInstance> => {
  const instance = await startInstance(cluster.urls, { serviceName, hostname, version }, times.interval);
  alive.push(instance);
  return instance;
};

const statusOf = async (instance: BeatingInstance): Promise<string | undefined> =>
  (await api.instances(instance.serviceId)).find((each) => each.instanceId === instance.instanceId)?.status;

beforeAll(async () => {
  hook = await startHttpReceiver();
  cluster = await startCluster(
    ['api,worker'],
    `channels:\n  - { id: hook, type: webhook, url: "${hook.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }\n`,
  );
  api = apiClient(cluster.urls[0] ?? '');
});

afterAll(async () => {
  await Promise.all(alive.map((instance) => instance.die()));
  await cluster.close();
  await hook.close();
});

test.concurrent('one of two instances dies: the service is Degraded, and there is no incident', async () => {
  const [dead] = await Promise.all([start('half-dead', 'h1'), start('half-dead', 'h2')]);
  await dead.die();
  await eventually('the instance is Down', async () => (await statusOf(dead)) === 'Down');
  expect(await api.service('half-dead')).toMatchObject({ status: 'Degraded', openIncidentId: null });
});

test.concurrent('a service that stops gracefully is Stopped, and there is no incident', async () => {
  const instances = await Promise.all([start('stopping', 'h1'), start('stopping', 'h2')]);
  await Promise.all(instances.map((instance) => instance.stopGracefully()));
  await eventually(
    'the service is Stopped',
    async () => (await api.service('stopping'))?.status === 'Stopped',
  );
  expect(await Promise.all(instances.map(statusOf))).toEqual(['Stopped', 'Stopped']);
});

test.concurrent('a killed instance whose place a newcomer takes is Replaced, and there is no incident', async () => {
  const killed = await start('deployed', 'h1');
  await killed.die();
  const newcomer = await start('deployed', 'h2');
  await eventually('the killed one is Replaced', async () => (await statusOf(killed)) === 'Replaced');
  expect(await statusOf(newcomer)).toBe('Healthy');
  await eventually(
    'the service is Healthy',
    async () => (await api.service('deployed'))?.status === 'Healthy',
  );
});

test.concurrent('a deploy that starts the new version before it kills the old one leaves nothing behind', async () => {
  const old = [await start('rolled', 'h1'), await start('rolled', 'h2')];
  const newcomers: BeatingInstance[] = [];
  for (const killed of old) {
    const newcomer = await start('rolled', `${killed.instanceId}-next`, '1.1');
    newcomers.push(newcomer);
    await eventually('the new one is heard', async () => (await statusOf(newcomer)) === 'Healthy');
    await killed.die();
  }
  const replaced = async () =>
    (await Promise.all(old.map(statusOf))).every((status) => status === 'Replaced');
  await eventually('the old ones are Replaced', replaced);
  expect(await Promise.all(newcomers.map(statusOf))).toEqual(['Healthy', 'Healthy']);
  await eventually('the service is Healthy', async () => (await api.service('rolled'))?.status === 'Healthy');
});

test.concurrent('an instance that registers and never beats is Degraded, then Down: it was promised and never came', async () => {
  const reply = await api.call('POST', '/api/services/register', {
    serviceName: 'never-came',
    environment: 'production',
    instanceId: 'a1',
  });
  expect(reply.status).toBe(200);
  await eventually(
    'it is Pending at first',
    async () => (await api.service('never-came'))?.status === 'Pending',
  );
  await eventually(
    'the service is Degraded',
    async () => (await api.service('never-came'))?.status === 'Degraded',
  );
  await eventually('the service is Down', async () => (await api.service('never-came'))?.status === 'Down');
});

test('of all these, only the one that never came made an incident and a message', async () => {
  expect((await api.incidents()).map((incident) => incident.serviceName)).toEqual(['never-came']);
  await eventually('its message is there', () => hook.requests.length === 1);
});
