import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { apiClient } from '../support/api-client.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

type Receiver = Awaited<ReturnType<typeof startHttpReceiver>>;

export interface StageOptions {
  /** A node for each. */
  roles: readonly string[];
  fleet?: Partial<FleetOptions>;
  /** Settings of every node, in addition. */
  env?: Readonly<Record<string, string>>;
  /** A webhook channel, and what it does. */
  channel?: 'works' | 'refuses';
  /** A service outside that expects the calls of the dead-man's-switch. */
  deadman?: boolean;
  /** Redis writes to a disk of a few megabytes. */
  smallDisk?: boolean;
}

/** A monitor of its own: one Redis, a node for each role, a fleet that beats, and what stands outside. */
export interface Stage {
  redis: RedisProcess;
  nodes: readonly { role: string; node: RunningMonitor }[];
  fleet: Fleet;
  /** Where it writes to; null: the disk of this machine. */
  disk: SmallDisk | null;
  channel: Receiver | null;
  deadman: Receiver | null;
  api: ReturnType<typeof apiClient>;
  nodeOf(role: string): RunningMonitor;
  /** Kills Redis, and starts it again on the same data after so long. */
  restartRedis(afterMs: number): Promise<void>;
  /** Another node of the same monitor, which Prometheus does not know. */
  addNode(role: string, env: Readonly<Record<string, string>>): Promise<void>;
  /** Waits so long, or until the watch is over. */
  pause(ms: number): Promise<void>;
  close(): Promise<void>;
}

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;

export async function openStage(options: StageOptions): Promise<Stage> {
  const disk = options.smallDisk === true ? mountSmallDisk() : null;
  const redis = await startRedisProcess({
    appendonly: 'yes',
    save: '""',
    ...(disk === null ? {} : { dir: disk.path }),
  });
  const channel = options.channel === undefined ? null : await startHttpReceiver();
  const deadman = options.deadman === true ? await startHttpReceiver() : null;
  const over = new AbortController();
  let again: ReturnType<typeof spawn> | null = null;

  const startNode = (role: string, env: Readonly<Record<string, string>> = {}) => {
    const hook = options.channel === 'refuses' ? `${channel?.url}/gone` : channel?.url;
    return startMonitor({
      redisUrl: `redis://127.0.0.1:${redis.port}`,
      ...(channel === null
        ? {}
        : { file: `channels: [{ id: hook, type: webhook, url: "${hook}", secret: "${secret}" }]` }),
      env: {
        ...{ MONITOR_ROLES: role, LOG_LEVEL: 'silent', MONITOR_KEY_INSTANCES: '0' },
        ...(deadman === null ? {} : { MONITOR_DEADMAN_URL: deadman.url, MONITOR_DEADMAN_EVERY: '15s' }),
        ...options.env,
        ...env,
      },
    });
  };
  const nodes: { role: string; node: RunningMonitor }[] = [];
  for (const role of options.roles) nodes.push({ role, node: await startNode(role) });
  const added: RunningMonitor[] = [];
  const nodeOf = (role: string): RunningMonitor => {
    const found = nodes.find((each) => each.role.includes(role));
    if (found === undefined) throw new Error(`no node of this stage is ${role}`);
    return found.node;
  };
  const { url } = nodeOf('api');
  const fleet = await startFleet(url, options.fleet);
  const pause = (ms: number) => wait(ms, undefined, { signal: over.signal }).catch(() => undefined);

  return {
    ...{ redis, nodes, fleet, disk, channel, deadman, nodeOf, pause },
    api: apiClient(url),
    async restartRedis(afterMs) {
      redis.signal('SIGKILL');
      await pause(afterMs);
      again = spawn('redis-server', [join(redis.dir, 'redis.conf')], { stdio: 'ignore' });
    },
    async addNode(role, env) {
      added.push(await startNode(role, env));
    },
    async close() {
      over.abort();
      fleet.silence();
      redis.signal('SIGCONT');
      await Promise.all([...nodes.map(({ node }) => node), ...added].map((node) => node.kill()));
      if (again !== null) {
        again.kill('SIGKILL');
        await once(again, 'exit');
      }
      await redis.kill();
      disk?.unmount();
      await Promise.all([channel?.close(), deadman?.close()]);
    },
  };
}
