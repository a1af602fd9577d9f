import type { Checks } from '../actors/ports.ts';
import type { Newcomer } from '../domain/replacement.ts';
import { aliveCount, type StatusCounts } from '../domain/roll-up-status.ts';
import { type InstanceStatus, livingStatuses } from '../domain/status.ts';
import { type Command, commit } from './commit.ts';
import type { RedisClient } from './connect.ts';
import { instanceCommit } from './instance-commit.ts';
import type { Partitions } from './partition.ts';
import { readInstance } from './read-instance.ts';
import { loadScript } from './script.ts';

const raiseGeneration = loadScript('raise-generation');

/** How many newcomers are looked at when an instance falls silent: enough to find one that is heard. */
const newcomersLookedAt = 50;

/** What the check of an instance reads and writes. */
export function createChecks(client: RedisClient, partitions: Partitions): Checks {
  return {
    read: (instanceId) => readInstance(client, partitions.of(instanceId), instanceId),

    async newGeneration(instanceId) {
      const keys = partitions.of(instanceId);
      const reply = await raiseGeneration.run(client, [keys.instance(instanceId), keys.timer], [instanceId]);
      return reply === null ? null : Number(reply);
    },

    async newcomers(serviceId, sinceMs) {
      const keys = partitions.of(serviceId);
      const siblings = keys.serviceInstances(serviceId);
      const found = await client.zrangebyscore(
        siblings,
        `(${sinceMs}`,
        '+inf',
        'WITHSCORES',
        'LIMIT',
        0,
        newcomersLookedAt,
      );
      const newcomers: Newcomer[] = [];
      for (let i = 0; i < found.length; i += 2) {
        const instanceId = found[i] ?? '';
        const status = (await client.hget(keys.instance(instanceId), 'status')) as InstanceStatus | null;
        if (status !== null) newcomers.push({ instanceId, registeredAtMs: Number(found[i + 1]), status });
      }
      return newcomers;
    },

    async hasAliveSibling(serviceId) {
      const keys = partitions.of(serviceId);
      const values = await client.hmget(keys.service(serviceId), ...livingStatuses);
      const counts = Object.fromEntries(livingStatuses.map((status, i) => [status, Number(values[i] ?? 0)]));
      return aliveCount(counts as StatusCounts) > 0;
    },

    commit(change) {
      const { compare, write } = instanceCommit(partitions.of(change.view.instanceId), change);
      return commit(client, compare, write);
    },

    rearm(view, nextCheckAtMs, expectedIntervalMs) {
      const { instanceId } = view;
      const keys = partitions.of(instanceId);
      const write: Command[] = [['ZADD', keys.timer, nextCheckAtMs, instanceId]];
      if (view.expectedIntervalMs !== expectedIntervalMs) {
        write.push(['HSET', keys.instance(instanceId), 'intervalMs', expectedIntervalMs]);
      }
      return commit(
        client,
        [{ command: ['HGET', keys.instance(instanceId), 'generation'], expected: view.generation }],
        write,
      );
    },
  };
}
