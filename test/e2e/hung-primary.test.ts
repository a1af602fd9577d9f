import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';

/** Three primaries without replicas, which take a minute to think that one of them is gone. */
const settings = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '60000', save: '""' };

let primaries: RedisProcess[];
let hung: RedisProcess;
let cluster: Cluster;
let hook: Awaited<ReturnType<typeof startHttpReceiver>>;

beforeAll(async () => {
  primaries = await Promise.all([1, 2, 3].map(() => startRedisProcess(settings)));
  const addresses = primaries.map(({ port }) => `127.0.0.1:${port}`);
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
  await eventually('the cluster is whole', async () =>
    (await Promise.all(primaries.map(({ client }) => client.cluster('INFO')))).every((info) =>
      /cluster_state:ok/.test(info),
    ),
  );
  hook = await startHttpReceiver();
  cluster = await startCluster(
    ['api', 'worker'],
    `channels:\n  - { id: hook, type: webhook, url: "${hook.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }\n`,
    {},
    { url: `redis://${addresses.join(',')}`, close: async () => undefined },
  );
  // A connection to a Cluster that is being made asks any of its primaries, and waits for that one.
  await eventually('all that wait on Redis do so', async () => (await blockedClients()) >= waiters, 30_000);
  // One that holds neither the first partition nor the messages, which all services share.
  const shared = await Promise.all(['{m0}', '{channel-hook}'].map(holderOf));
  hung = primaries.find((primary) => !shared.includes(primary)) as RedisProcess;
});

afterAll(async () => {
  for (const primary of primaries) primary.signal('SIGCONT');
  await cluster.close();
  await hook.close();
  await Promise.all(primaries.map((primary) => primary.kill()));
});

/** Of 16 partitions the check worker and two groups of events, and the worker of the channel. */
const waiters = 16 * 3 + 1;

async function blockedClients(): Promise<number> {
  const infos = await Promise.all(primaries.map(({ client }) => client.info('clients')));
  return infos.reduce((sum, info) => sum + Number(/blocked_clients:(\d+)/.exec(info)?.[1]), 0);
}

/** The primary that keeps a key. */
async function holderOf(key: string): Promise<RedisProcess> {
  for (const primary of primaries) {
    const held = await primary.client.exists(key).catch(() => null);
    if (held !== null) return primary;
  }
  throw new Error(`nobody holds ${key}`);
}

const worker = () => cluster.nodes[1] as Cluster['nodes'][number];
const readiness = async () => (await fetch(`${worker().url}/readyz`)).status;
const logged = (message: string) => worker().printed().includes(message);

test('a primary that hangs stops the sweeps of its own partitions only, and is named', async () => {
  const names = Array.from({ length: 8 }, (_, i) => `service-${i}`);
  const fleet = await Promise.all(
    names.map((serviceName) => startInstance(cluster.urls, { serviceName, hostname: 'h1' }, times.interval)),
  );
  hung.signal('SIGSTOP');
  await eventually('it is logged', () => logged('sweep of a partition is stuck'), 30_000);
  expect(await readiness()).toBe(200);
  await Promise.all(fleet.map((instance) => instance.die()));
  await eventually('outages in other partitions are told', () => hook.requests.length > 0, 30_000);
  // For longer than a sweep may take.
  const untilMs = performance.now() + 5_000;
  await eventually('some time has passed', async () => {
    expect(await readiness()).toBe(200);
    return performance.now() > untilMs;
  });
  hung.signal('SIGCONT');
  await eventually('it goes on', () => logged('sweep of a partition completed again'), 30_000);
  await eventually('all outages are told', () => hook.requests.length >= names.length, 60_000);
});

test('a worker none of whose primaries answers is not ready', async () => {
  for (const primary of primaries) primary.signal('SIGSTOP');
  await eventually('it is not ready', async () => (await readiness()) === 503, 30_000);
  for (const primary of primaries) primary.signal('SIGCONT');
  await eventually('it is ready again', async () => (await readiness()) === 200, 30_000);
});
