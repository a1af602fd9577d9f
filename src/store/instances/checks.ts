import type { Checks } from '../../actors/ports/instances.ts';
import type { Newcomer } from '../../domain/replacement.ts';
import { aliveCount, type StatusCounts } from '../../domain/roll-up-status.ts';
import { type InstanceStatus, livingStatuses } from '../../domain/status.ts';
import { commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { Partitions } from '../partition.ts';
import { instanceCommit, wakingStatuses } from './instance-commit.ts';
import { newGeneration } from './new-generation.ts';
import { readInstance } from './read-instance.ts';

const rearmScript = loadScript('rearm');
const newcomersScript = loadScript('read-newcomers');

/** How many newcomers are looked at when an instance falls silent: enough to find one that is heard. */
const newcomersLookedAt = 50;

/** What the check of an instance reads and writes. */
export function createChecks(client: RedisClient, partitions: Partitions): Checks {
  return {
    read: (instanceId) => readInstance(client, partitions.of(instanceId), instanceId),

    newGeneration: (instanceId) => newGeneration(client, partitions.of(instanceId), instanceId),

    async newcomers(serviceId, sinceMs) {
      const keys = partitions.of(serviceId);
      const names = [keys.serviceInstances(serviceId)];
      const args = [sinceMs, newcomersLookedAt, keys.instance('')];
      const found = (await newcomersScript.run(client, names, args)) as string[];
      const newcomers: Newcomer[] = [];
      for (let at = 0; at < found.length; at += 3) {
        const [instanceId = '', registeredAtMs, status] = found.slice(at, at + 3);
        const is = status as InstanceStatus;
        newcomers.push({ instanceId, registeredAtMs: Number(registeredAtMs), status: is });
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
      const keys = partitions.of(change.view.instanceId, change.view.description);
      const { compare, write } = instanceCommit(keys, change);
      return commit(client, compare, write);
    },

    // What most checks end with has a script of its own: the general commit would cost three times as much.
    async rearm({ instanceId, generation, revision, state, ...view }, nextCheckAtMs, expectedIntervalMs) {
      const keys = partitions.of(instanceId);
      // A heartbeat that changes no status only moves the deadline, and a check that comes early does no harm.
      const judgedOn = wakingStatuses.includes(state.status) ? state.silentSinceMs : '';
      const newIntervalMs = view.expectedIntervalMs === expectedIntervalMs ? '' : expectedIntervalMs;
      const reply = await rearmScript.run(
        client,
        [keys.instance(instanceId), keys.timer, keys.seen],
        [instanceId, generation, revision, judgedOn, nextCheckAtMs, newIntervalMs],
      );
      return reply === 1 ? { kind: 'committed' } : { kind: 'stale' };
    },
  };
}
