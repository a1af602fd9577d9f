import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';

const roles = ['api', 'worker', 'api,worker'];

let redis: RedisProcess;
let nodes: RunningMonitor[];

beforeAll(async () => {
  redis = await startRedisProcess({ appendonly: 'yes' });
  const redisUrl = `redis://127.0.0.1:${redis.port}`;
  const start = (role: string) =>
    startMonitor({ redisUrl, env: { MONITOR_ROLES: role, LOG_LEVEL: 'silent' } });
  nodes = await Promise.all(roles.map(start));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await redis.kill();
});

async function scrape(node: RunningMonitor): Promise<{ text: string; tookMs: number }> {
  const beganAtMs = performance.now();
  const text = await (await fetch(`${node.url}/metrics`)).text();
  return { text, tookMs: performance.now() - beganAtMs };
}

/** Two that ask at once, and one afterwards. */
async function expectSoonAndWithoutRedis(node: RunningMonitor): Promise<void> {
  const atOnce = await Promise.all([scrape(node), scrape(node)]);
  for (const { text, tookMs } of [...atOnce, await scrape(node)]) {
    expect(tookMs).toBeLessThan(1_000);
    expect(text).toMatch(/^monitor_redis_up 0$/m);
    expect(text).toMatch(/^monitor_build_info\{version="\S+",commit="unknown"\} 1$/m);
    expect(text).toMatch(/^monitor_heartbeats_total\{result="ok"\} \d/m);
    expect(text).not.toMatch(/^monitor_instances\{/m);
  }
}

const saysAllAgain = (node: RunningMonitor) =>
  eventually('a scrape has what Redis knows', async () => {
    const { text } = await scrape(node);
    return /^monitor_redis_up 1$/m.test(text) && /^monitor_instances\{status="Healthy"\} 0$/m.test(text);
  });

test('a Redis that takes no writes is not away, and all that it knows is shown', async () => {
  await Promise.all(nodes.map(saysAllAgain));
  onTestFinished(async () => void (await redis.client.config('SET', 'maxmemory', '0')));
  await redis.client.config('SET', 'maxmemory', '1');
  await eventually('a node finds it full', async () => {
    const reply = await fetch(`${nodes[0]?.url}/api/services/register`, {
      method: 'POST',
      headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
      body: JSON.stringify({ serviceName: 'orders', environment: 'test', instanceId: 'one' }),
    });
    return reply.status === 503;
  });
  for (const node of nodes) {
    const { text } = await scrape(node);
    expect(text).toMatch(/^monitor_redis_up 1$/m);
    expect(text).toMatch(/^monitor_instances\{status="Healthy"\} 0$/m);
    expect(text).toMatch(/^monitor_impaired\{cause="redis-memory"\} \d$/m);
  }
});

test('a node of any role is scraped within a second while Redis is frozen, and while it is dead', async () => {
  await Promise.all(nodes.map(saysAllAgain));
  redis.signal('SIGSTOP');
  await Promise.all(nodes.map(expectSoonAndWithoutRedis));
  redis.signal('SIGCONT');
  await Promise.all(nodes.map(saysAllAgain));
  redis.signal('SIGKILL');
  await Promise.all(nodes.map(expectSoonAndWithoutRedis));
});
