import type { Impairments } from '../../actors/ports/self-check.ts';
import type { Impairment } from '../../domain/impairment.ts';
import { commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import { notificationPlan } from '../notifications/notification-plan.ts';
import type { Partitions } from '../partition.ts';

/** The monitor's own state: in the first partition, where the ids of its messages lie too, so that one write does. */
export function createImpairments(client: RedisClient, partitions: Partitions): Impairments {
  const keys = partitions.at(0);
  return {
    async read() {
      const { nowMs, fields } = await readHash(client, keys.watch, keys.clock);
      const { revision, impairment } = fields;
      return {
        nowMs,
        revision: Number(revision ?? 0),
        impairment: impairment ? (JSON.parse(impairment) as Impairment) : null,
      };
    },

    commit(view, after, rows) {
      const plans = rows.map((row) => notificationPlan(keys, row));
      const revision = view.revision === 0 ? '' : view.revision;
      return commit(
        client,
        [
          { command: ['HGET', keys.watch, 'revision'], expected: revision },
          ...plans.map((plan) => plan.compare),
        ],
        [
          [
            'HSET',
            keys.watch,
            ...['revision', view.revision + 1, 'impairment', after === null ? '' : JSON.stringify(after)],
          ],
          ...plans.flatMap((plan) => plan.write),
        ],
      );
    },
  };
}
