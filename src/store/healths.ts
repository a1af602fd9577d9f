import type { HealthCommit, Healths } from '../actors/ports-of-health.ts';
import { commit } from './commit.ts';
import type { RedisClient } from './connect.ts';
import { healthCounts } from './health-counts.ts';
import { healthEvent } from './health-event.ts';
import { instanceChanges } from './instance-changes.ts';
import { keysFor } from './keys-for.ts';
import type { Partitions } from './partition.ts';
import { readInstance } from './read-instance.ts';

/** What instances say of themselves. */
export function createHealths(client: RedisClient, partitions: Partitions): Healths {
  return {
    read: (instanceId) => readInstance(client, partitions.of(instanceId), instanceId),

    commit({ view, to, atMs, reasons }: HealthCommit) {
      const keys = keysFor(partitions.of(view.instanceId), view.description);
      const { instanceId, serviceId } = view;
      const from = view.health?.health ?? null;
      return commit(
        client,
        [{ command: ['HGET', keys.instance(instanceId), 'revision'], expected: view.revision }],
        [
          [
            'HSET',
            keys.instance(instanceId),
            ...['health', to, 'healthSinceMs', atMs, 'revision', view.revision + 1],
          ],
          ...healthCounts.move(keys, view, to),
          instanceChanges.command(keys, instanceId),
          healthEvent(keys, { instanceId, serviceId, from, to, atMs, reasons }),
        ],
      );
    },
  };
}
