import type { Checks } from '../../actors/ports/instances.ts';
import type { Newcomer } from '../../domain/replacement.ts';
import { aliveCount, type StatusCounts } from '../../domain/roll-up-status.ts';
import { type InstanceStatus, livingStatuses } from '../../domain/status.ts';
import { type Command, type Comparison, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { Partitions } from '../partition.ts';
import { instanceCommit, wakingStatuses } from './instance-commit.ts';
import { createLeases } from './leases.ts';
import { readInstance } from './read-instance.ts';
import { shownIn } from './shown-description.ts';

const newcomersScript = loadScript('read-newcomers');

/** How many newcomers of each kind are looked at when an instance falls silent: enough to find one that is heard. */
const newcomersLookedAt = 50;

type FoundNewcomer = [id: string, registeredAtMs: string, status: string, description: string | null];

/** What the check of an instance reads and writes. */
export function createChecks(client: RedisClient, partitions: Partitions): Checks {
  return {
    ...createLeases(client, partitions),

    read: (instanceId) => readInstance(client, partitions.of(instanceId), instanceId),

    async newcomers(serviceId, { afterMs, otherVersionAfterMs }) {
      const keys = partitions.of(serviceId);
      const names = [keys.serviceInstances(serviceId)];
      const args = [afterMs, newcomersLookedAt, keys.instance(''), otherVersionAfterMs];
      const found = (await newcomersScript.run(client, names, args)) as FoundNewcomer[];
      return found.map(
        ([instanceId, registeredAtMs, status, description]): Newcomer => ({
          instanceId,
          registeredAtMs: Number(registeredAtMs),
          status: status as InstanceStatus,
          version: shownIn(description).version,
        }),
      );
    },

    async hasAliveSibling(serviceId) {
      const keys = partitions.of(serviceId);
      const values = await client.hmget(keys.service(serviceId), ...livingStatuses);
      const counts = Object.fromEntries(livingStatuses.map((status, i) => [status, Number(values[i] ?? 0)]));
      return aliveCount(counts as StatusCounts) > 0;
    },

    commit(change) {
      const keys = partitions.of(change.view.instanceId, change.view.description);
      const { compare, write } = instanceCommit(keys, change);
      return commit(client, compare, write);
    },

    rest({ instanceId, timerMs, state, ...view }, nextCheckAtMs, expectedIntervalMs) {
      const keys = partitions.of(instanceId);
      const compare: Comparison[] = [
        { command: ['ZSCORE', keys.timer, instanceId], expected: timerMs ?? '' },
        { command: ['HGET', keys.instance(instanceId), 'revision'], expected: view.revision },
      ];
      if (wakingStatuses.includes(state.status))
        compare.push({ command: ['ZSCORE', keys.seen, instanceId], expected: state.silentSinceMs });
      const write: Command[] = [['ZADD', keys.timer, nextCheckAtMs, instanceId]];
      if (view.expectedIntervalMs !== expectedIntervalMs)
        write.push([
          ...(['HSET', keys.instance(instanceId), 'intervalMs', expectedIntervalMs] as const),
          ...['revision', view.revision + 1],
        ]);
      return commit(client, compare, write);
    },

    async forget(instanceId) {
      const keys = partitions.of(instanceId);
      const isGone: Comparison = { command: ['EXISTS', keys.instance(instanceId)], expected: 0 };
      await commit(client, [isGone], [['ZREM', keys.timer, instanceId]]);
    },
  };
}
