import type { HealthCommit, Healths } from '../../actors/ports/health.ts';
import { type Command, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import { eventCommand } from '../events/event-command.ts';
import type { Partitions } from '../partition.ts';
import { toLabels } from '../services/service-labels.ts';
import { healthEvent, toldHealthCommands } from './health-commands.ts';
import { healthCounts } from './health-counts.ts';
import { instanceChanges } from './instance-changes.ts';
import { readInstance } from './read-instance.ts';
import { reportedHealth } from './reported-health.ts';
import { unwellInstances } from './unwell-instances.ts';

/** What instances say of themselves. */
export function createHealths(client: RedisClient, partitions: Partitions): Healths {
  return {
    read: (instanceId) => readInstance(client, partitions.of(instanceId), instanceId),

    commit({ view, after, nowMs, reasons, wakes }: HealthCommit) {
      const keys = partitions.of(view.instanceId, view.description);
      const { instanceId, serviceId } = view;
      const key = keys.instance(instanceId);
      const from = view.health?.health ?? null;
      const to = after.health;
      const write: Command[] = [
        ['HSET', key, ...reportedHealth.toFields(after), 'revision', view.revision + 1],
        ...healthCounts.move(keys, view, to),
        instanceChanges.command(keys, instanceId),
      ];
      if (wakes) write.push(['ZADD', keys.timer, 'XX', nowMs, instanceId]);
      if (from !== to)
        write.push(healthEvent(keys, { instanceId, serviceId, from, to, atMs: after.sinceMs, reasons }));
      return commit(client, [{ command: ['HGET', key, 'revision'], expected: view.revision }], write);
    },

    tell(view, { toldHealth, events, nextAtMs }) {
      const keys = partitions.of(view.serviceId, view);
      const key = keys.service(view.serviceId);
      const write: Command[] = [
        ['HSET', key, 'revision', view.revision + 1],
        ...toldHealthCommands(key, view.health.told, toldHealth),
        ...events.map((event) => eventCommand(keys, event)),
      ];
      // The roll-up that is due earlier looks again by itself.
      if (nextAtMs !== null) write.push(['ZADD', keys.serviceTimer, 'LT', nextAtMs, view.serviceId]);
      return commit(client, [{ command: ['HGET', key, 'revision'], expected: view.revision }], write);
    },

    async evidence(serviceId) {
      const keys = partitions.of(serviceId);
      const { nowMs, fields } = await readHash(client, keys.service(serviceId), keys.clock);
      const unwell = await unwellInstances(client, keys, serviceId);
      return { nowMs, healths: healthCounts.of(fields), labels: toLabels(fields['labels']), unwell };
    },
  };
}
