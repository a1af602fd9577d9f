import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { apiClient } from '../support/api-client.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';

/** A monitor of its own: one Redis, a node for each entry of `roles`, and a fleet that beats. */
export interface Stage {
  redis: RedisProcess;
  nodes: { role: string; node: RunningMonitor }[];
  /** Kills Redis and starts it again on the same data after so long. */
  restartRedis(afterMs: number): Promise<void>;
  nodeOf(role: string): RunningMonitor;
  silenceFleet(): void;
  close(): Promise<void>;
}

export interface StageOptions {
  roles: readonly string[];
  /** How often an instance of the fleet beats. */
  intervalSeconds: number;
}

const fleetSize = 20;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function openStage({ roles, intervalSeconds }: StageOptions): Promise<Stage> {
  const redis = await startRedisProcess({ appendonly: 'yes' });
  const redisUrl = `redis://127.0.0.1:${redis.port}`;
  let again: ReturnType<typeof spawn> | null = null;
  const nodes = await Promise.all(
    roles.map(async (role) => {
      const env = { MONITOR_ROLES: role, LOG_LEVEL: 'silent', MONITOR_KEY_INSTANCES: '0' };
      return { role, node: await startMonitor({ redisUrl, env }) };
    }),
  );
  const nodeOf = (role: string): RunningMonitor => {
    const found = nodes.find((each) => each.role.includes(role));
    if (found === undefined) throw new Error(`no node of this stage is ${role}`);
    return found.node;
  };
  const beating = await startFleet(nodeOf('api').url, intervalSeconds);
  return {
    redis,
    nodes,
    nodeOf,
    silenceFleet: () => clearInterval(beating),
    async restartRedis(afterMs) {
      redis.signal('SIGKILL');
      await wait(afterMs);
      again = spawn('redis-server', [join(redis.dir, 'redis.conf')], { stdio: 'ignore' });
    },
    async close() {
      clearInterval(beating);
      redis.signal('SIGCONT');
      await Promise.all(nodes.map(({ node }) => node.kill()));
      if (again !== null) {
        again.kill('SIGKILL');
        await once(again, 'exit');
      }
      await redis.kill();
    },
  };
}

/** Who cannot be heard tries again with the next beat. */
async function startFleet(url: string, intervalSeconds: number): Promise<NodeJS.Timeout> {
  const api = apiClient(url);
  const register = async (_: unknown, i: number): Promise<string> => {
    const about = {
      ...{ serviceName: `service-${i % 5}`, environment: 'test', instanceId: `i${i}` },
      heartbeatIntervalSeconds: intervalSeconds,
    };
    const reply = await api.call('POST', '/api/services/register', about);
    return ((await reply.json()) as { instanceId: string }).instanceId;
  };
  const ids = await Promise.all(Array.from({ length: fleetSize }, register));
  const beat = () => {
    for (const instanceId of ids) {
      void api.call('POST', '/api/services/heartbeat', { instanceId }).then(
        (reply) => reply.arrayBuffer(),
        () => undefined,
      );
    }
  };
  beat();
  return setInterval(beat, intervalSeconds * 1000);
}
