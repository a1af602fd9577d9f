import { execFileSync } from 'node:child_process';
import { eventually } from './eventually.ts';
import { type RedisProcess, startRedisProcess } from './redis-process.ts';

/** Several redis-servers that are one Redis to the monitor. */
export interface Topology {
  url: string;
  /**
   * Kills a primary; resolves when another has taken its place. `whileUnheard` runs before: what is written in it
   * reaches no replica and is lost.
   */
  failOver(whileUnheard?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A primary with a replica, watched by three Sentinels. */
export async function startSentinelTopology(): Promise<Topology> {
  const durable = { appendonly: 'yes', save: '""' };
  const primary = await startRedisProcess(durable);
  const replica = await startRedisProcess({ ...durable, replicaof: `127.0.0.1 ${primary.port}` });
  await eventually('the replica follows', async () =>
    /master_link_status:up/.test(await replica.client.info('replication')),
  );
  const watch = [
    `sentinel monitor main 127.0.0.1 ${primary.port} 2`,
    'sentinel down-after-milliseconds main 1000',
    'sentinel failover-timeout main 5000',
  ];
  const sentinels = await Promise.all([1, 2, 3].map(() => startRedisProcess({}, watch)));
  const knows = async (sentinel: RedisProcess) => {
    const info = await sentinel.client.info('sentinel');
    return /slaves=1,sentinels=3/.test(info);
  };
  await eventually('the Sentinels know each other', async () =>
    (await Promise.all(sentinels.map(knows))).every(Boolean),
  );
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/main`,
    async failOver(whileUnheard) {
      if (whileUnheard !== undefined) {
        // A replica that stands still gets later what its socket holds; one that was hung up on gets no more.
        replica.signal('SIGSTOP');
        await primary.client.call('CLIENT', 'KILL', 'TYPE', 'replica');
        await whileUnheard();
      }
      await primary.kill();
      replica.signal('SIGCONT');
      await eventually('the replica is the primary', async () =>
        /role:master/.test(await replica.client.info('replication')),
      );
      // A Sentinel that had no CPU for two seconds trusts nothing for half a minute (TILT), and names the old one meanwhile.
      const names = async ({ client }: RedisProcess) =>
        String(await client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main')).endsWith(`,${replica.port}`);
      await eventually(
        'the Sentinels name it',
        async () => (await Promise.all(sentinels.map(names))).some(Boolean),
        60_000,
      );
    },
    close: () => killAll([...sentinels, replica, primary]),
  };
}

/** Three primaries with a replica each. */
export async function startClusterTopology(): Promise<Topology> {
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-node-timeout': '1000',
    appendonly: 'yes',
    save: '""',
  };
  const nodes = await Promise.all([1, 2, 3, 4, 5, 6].map(() => startRedisProcess(settings)));
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  execFileSync('redis-cli', [
    '--cluster',
    'create',
    ...addresses,
    '--cluster-replicas',
    '1',
    '--cluster-yes',
  ]);
  const isWhole = async ({ client }: RedisProcess) => {
    const [info, role] = await Promise.all([client.cluster('INFO'), client.info('replication')]);
    const follows = /role:master/.test(role) || /master_link_status:up/.test(role);
    return follows && /cluster_state:ok/.test(info) && /cluster_known_nodes:6/.test(info);
  };
  await eventually(
    'the cluster is whole',
    async () => (await Promise.all(nodes.map(isWhole))).every(Boolean),
    30_000,
  );
  const [first] = nodes;
  return {
    url: `redis://${addresses.slice(0, 3).join(',')}`,
    async failOver() {
      await first?.kill();
      const others = nodes.slice(1);
      await eventually(
        'a replica has taken over',
        async () => {
          const infos = await Promise.all(others.map(({ client }) => client.cluster('INFO')));
          const roles = await Promise.all(others.map(({ client }) => client.info('replication')));
          const primaries = roles.filter((role) => /role:master/.test(role)).length;
          return primaries === 3 && infos.every((info) => /cluster_state:ok/.test(info));
        },
        30_000,
      );
    },
    close: () => killAll(nodes),
  };
}

async function killAll(nodes: RedisProcess[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill()));
}
