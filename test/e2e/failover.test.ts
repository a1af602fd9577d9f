import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { startClusterTopology, startSentinelTopology, type Topology } from '../support/topologies.ts';

const topologies: [string, () => Promise<Topology>][] = [
  ['Sentinel, with a failover in the middle', startSentinelTopology],
  ['a Cluster of three primaries, one killed in the middle', startClusterTopology],
];

/** Each worker tells the same, so the message to each channel is counted by what arrives. */
describe.each(topologies)('an outage on %s', (_name, startTopology) => {
  let topology: Topology;
  let cluster: Cluster;
  let hook: Awaited<ReturnType<typeof startHttpReceiver>>;
  let api: ReturnType<typeof apiClient>;
  const fleet = new Map<string, BeatingInstance[]>();

  beforeAll(async () => {
    [topology, hook] = await Promise.all([startTopology(), startHttpReceiver()]);
    cluster = await startCluster(
      ['api', 'worker', 'api,worker'],
      `channels:\n  - { id: hook, type: webhook, url: "${hook.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }\n`,
      { MONITOR_BLIND_AFTER: '1s', LOG_LEVEL: 'error' },
      topology,
    );
    api = apiClient(cluster.urls[0] ?? '');
    for (const serviceName of ['checkout', 'payments', 'search', 'orders', 'billing', 'catalog']) {
      const instances = ['h1', 'h2'].map((hostname) =>
        startInstance(cluster.urls, { serviceName, hostname }, times.interval),
      );
      fleet.set(serviceName, await Promise.all(instances));
    }
  });

  afterAll(async () => {
    await Promise.all([...fleet.values()].flat().map((instance) => instance.die()));
    await cluster.close();
    await hook.close();
  });

  /** A failover may also have the monitor say something of itself. */
  const toldTypes = () =>
    hook.requests
      .map((request) => (JSON.parse(request.body) as { type: string }).type)
      .filter((type) => type.startsWith('service-monitor.incident.'));

  const asked = async <T>(ask: () => Promise<T>): Promise<T | null> => ask().catch(() => null);

  test('is found though the primary dies while it begins, and is told once', async () => {
    const dead = fleet.get('payments') ?? [];
    await Promise.all(dead.map((instance) => instance.die()));
    await eventually(
      'the service is Degraded',
      async () => (await asked(() => api.service('payments')))?.status === 'Degraded',
    );
    await topology.failOver();
    await eventually('the message arrives', () => hook.requests.length > 0, 30_000);
    await eventually(
      'the service is Down',
      async () => (await asked(() => api.service('payments')))?.status === 'Down',
    );
    expect((await api.incidents()).map((incident) => incident.serviceName)).toEqual(['payments']);
  });

  test('ends when the service comes back, and nobody else was ever Down', async () => {
    await Promise.all((fleet.get('payments') ?? []).map((instance) => instance.revive()));
    await eventually('the end is told', () => toldTypes().at(-1)?.endsWith('.resolved'), 30_000);
    const incidents = await api.incidents();
    expect(incidents.map((incident) => [incident.serviceName, incident.state])).toEqual([
      ['payments', 'resolved'],
    ]);
    expect(toldTypes()).toEqual(
      ['down', 'recovering', 'resolved'].map((kind) => `service-monitor.incident.${kind}`),
    );
    await eventually('all are Healthy', async () =>
      (await api.services()).every((service) => service.status === 'Healthy'),
    );
  });
});
