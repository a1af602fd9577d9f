import { fastSettings } from './fast-settings.ts';
import { openTestRedis, type TestRedis } from './open-redis.ts';
import { type RunningMonitor, startMonitor } from './start-monitor.ts';

/** A running monitor of one or several processes, and where its API answers. */
export interface Cluster {
  urls: string[];
  nodes: RunningMonitor[];
  startNode(roles: string): Promise<RunningMonitor>;
  close(): Promise<void>;
}

/** Starts one process for each of `roles` (such as `api` or `api,worker`) on one Redis. */
export async function startCluster(
  roles: readonly string[],
  file: string,
  env: Record<string, string> = {},
  given: TestRedis | null = null,
): Promise<Cluster> {
  const redis = given ?? (await openTestRedis());
  const nodes: RunningMonitor[] = [];
  const startNode = async (role: string) => {
    const node = await startMonitor({
      redisUrl: redis.url,
      file,
      env: { ...fastSettings, MONITOR_ROLES: role, ...env },
    });
    nodes.push(node);
    return node;
  };
  const urls: string[] = [];
  for (const role of roles) {
    const node = await startNode(role);
    if (role.includes('api')) urls.push(node.url);
  }
  return {
    urls,
    nodes,
    startNode,
    async close() {
      await Promise.all(nodes.map((node) => node.stop()));
      await redis.close();
    },
  };
}
