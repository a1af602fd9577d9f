import type { RedisClient } from '../../src/store/client/connect.ts';

/** As if a worker ran beside the app of `composeApp`: without one nobody judges, and every status is in doubt. */
export async function showWorker(redis: RedisClient): Promise<void> {
  const worker = {
    ...{ nodeId: 'a-worker', name: 'worker (pid 1)', version: '0.0.0', values: {}, channelIds: [] },
    ...{ sinceMs: 0, shownAtMs: Date.now() + 3_600_000 },
  };
  await redis.hset('{m0}:nodes', worker.nodeId, JSON.stringify(worker));
}

/** As if it had judged all that is due: what nobody judges puts every status in doubt. */
export async function judgeAll(redis: RedisClient): Promise<void> {
  await redis.del('{m0}:timer', '{m0}:service-timer');
}
