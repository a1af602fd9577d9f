import { renameSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.ts';
import { apiClient } from '../support/api-client.ts';
import { type BeatingInstance, startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { testKey } from '../support/start-monitor.ts';

type Receiver = Awaited<ReturnType<typeof startHttpReceiver>>;

let cluster: Cluster;
let steady: BeatingInstance;
const receivers: Receiver[] = [];

/** One line for each channel: its id and who receives. */
const fileOf = (channels: Record<string, Receiver>, rest = '') =>
  `channels: ${JSON.stringify(
    Object.entries(channels).map(([id, { url }]) => ({
      ...{ id, type: 'webhook', url, secret: `whsec_${'c2VjcmV0'.repeat(4)}` },
    })),
  )}\n${rest}`;
const policy = 'services: [{ match: { service: orders }, heartbeatInterval: 500ms }]\n';

/** As editors save: beside it, and then in its place. */
function save(node: Cluster['nodes'][number], text: string): void {
  writeFileSync(`${node.configPath}.new`, text);
  renameSync(`${node.configPath}.new`, node.configPath);
}
const saveAll = (text: string) => cluster.nodes.forEach((node) => save(node, text));

const metricsOf = async ({ url }: { url: string }) => (await fetch(`${url}/metrics`)).text();
const reload = () => runCommand('/', ['config', 'reload', '--url', cluster.urls[0] ?? '', '--key', testKey]);
const toldOf = (receiver: Receiver, service: string) =>
  receiver.requests.filter(({ body }) => body.includes(`"${service}"`)).length;

beforeAll(async () => {
  for (let count = 0; count < 3; count++) receivers.push(await startHttpReceiver());
  const [first] = receivers as [Receiver];
  cluster = await startCluster(['api,worker', 'api,worker'], fileOf({ first }), { LOG_LEVEL: 'info' });
  steady = await startInstance(cluster.urls, { serviceName: 'steady', hostname: 'h1' }, times.interval);
});
afterAll(async () => {
  await steady.die();
  await cluster.close();
  for (const receiver of receivers) await receiver.close();
});

test('monitor.yaml changes while two nodes work: policies, channels, an error in it and its end', async () => {
  const [first, second, third] = receivers as [Receiver, Receiver, Receiver];
  const [one, other] = cluster.nodes as [Cluster['nodes'][number], Cluster['nodes'][number]];
  const orders = await startInstance(cluster.urls, { serviceName: 'orders', hostname: 'h1' }, times.interval);
  const nextSeconds = async ({ url }: { url: string }) => {
    const body = { instanceId: orders.instanceId };
    const answer = await apiClient(url).call('POST', '/api/services/heartbeat', body);
    return ((await answer.json()) as { nextHeartbeatSeconds: number }).nextHeartbeatSeconds;
  };
  expect(await Promise.all(cluster.nodes.map(nextSeconds))).toEqual([1, 1]);

  // By itself, on every node.
  saveAll(fileOf({ first, second }, policy));
  for (const node of cluster.nodes) {
    await eventually(
      'its heartbeats are judged by the new policy',
      async () => (await nextSeconds(node)) === 0.5,
    );
    const changes = '"changes":["channel second added","service policies changed"]';
    await eventually('and its log says what changed', () => node.printed().includes(changes));
  }
  expect(toldOf(first, 'orders')).toBe(0);
  await orders.die();
  await eventually(
    'both channels tell',
    () => toldOf(first, 'orders') === 1 && toldOf(second, 'orders') === 1,
    30_000,
  );

  // An error on one node: said everywhere, and nothing of that file is in use.
  const broken = `${fileOf({ third }, policy)}routes: [{ channels: [nobody] }]\n`;
  save(other, broken);
  await eventually('it is refused', async () =>
    (await metricsOf(other)).includes('\nmonitor_config_refused 1\n'),
  );
  const line =
    /"errors":\["[^"]*routes\[0\]\.channels: there is no channel \\"nobody\\""\].*the previous settings stay in use/;
  await eventually('the log says why', () => line.test(other.printed()));
  expect(await metricsOf(one)).toContain('\nmonitor_config_refused 0\n');
  const refused = await reload();
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('not valid; the previous settings stay in use\n  - ');
  expect(refused.stdout).toContain('routes[0].channels: there is no channel "nobody"');
  expect(refused.stdout).toContain('the settings of its file are in use already');
  expect(refused.stdout).toContain('Environment variables are only read when a node starts');
  for (const node of cluster.nodes)
    await eventually('every node says that the monitor is impaired', async () =>
      (await metricsOf(node)).includes('monitor_impaired{cause="config-refused"} 1'),
    );
  const channels = await apiClient(other.url).call('GET', '/api/channels');
  expect(await channels.json()).toMatchObject({ items: [{ channelId: 'first' }, { channelId: 'second' }] });

  // Mended: one channel is gone and one leads elsewhere, from the next message on.
  saveAll(fileOf({ second: third }, policy));
  const mended = await eventually('both nodes use it', async () => {
    const ran = await reload();
    return ran.code === 0 && ran;
  });
  expect(mended.stdout.match(/^\S+ \(pid \d+\): /gm)).toHaveLength(2);
  await eventually('nothing is refused', async () => {
    const texts = await Promise.all(cluster.nodes.map(metricsOf));
    return texts.every(
      (text) =>
        text.includes('\nmonitor_config_refused 0\n') &&
        text.includes('monitor_impaired{cause="config-refused"} 0'),
    );
  });
  const before = [toldOf(first, 'orders'), toldOf(second, 'orders')];
  await orders.revive();
  await eventually('the end is told to the new address', () => toldOf(third, 'orders') > 0, 30_000);
  expect([toldOf(first, 'orders'), toldOf(second, 'orders')]).toEqual(before);
  await orders.die();

  // Heartbeats went on meanwhile: none was lost, nobody was Down who lived.
  const api = apiClient(one.url);
  expect((await api.incidents()).map(({ serviceName }) => serviceName)).not.toContain('steady');
  expect((await api.service('steady'))?.status).toBe('Healthy');
  for (const node of cluster.nodes)
    expect(await metricsOf(node)).toContain('monitor_heartbeats_total{result="unavailable"} 0');
});
