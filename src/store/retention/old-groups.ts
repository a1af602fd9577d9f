import type { OldGroup, OldRecords } from '../../actors/ports/retention.ts';
import { commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import type { PartitionKeys } from '../keys.ts';
import { pageSources } from '../lists/page-sources.ts';
import { groupRecord } from '../outage-groups/group-record.ts';
import { removeEach } from './remove-each.ts';

const atOnce = 50;

const { byTime, idAt } = pageSources;

/** The outage groups, by their start. */
export function createOldGroups(client: RedisClient, keys: PartitionKeys): OldRecords<OldGroup> {
  async function readOne(groupId: string): Promise<OldGroup> {
    const view = groupRecord.of(await client.hmget(keys.group(groupId), 'revision', 'kept'));
    return { groupId, group: view?.kept.group ?? null, revision: view?.revision ?? null };
  }

  async function remove({ groupId, group, revision }: OldGroup) {
    const outcome = await commit(
      client,
      [{ command: ['HGET', keys.group(groupId), 'revision'], expected: revision ?? '' }],
      [
        ['DEL', keys.group(groupId)],
        ['ZREM', keys.groups, groupId],
        ['ZREM', keys.groupTimer, groupId],
      ],
    );
    if (outcome.kind === 'stale') return outcome;
    for (const { incidentId } of group?.incidents ?? [])
      await commit(
        client,
        // It may be part of a later one.
        [{ command: ['HGET', keys.groupOfIncident, incidentId], expected: groupId }],
        [['HDEL', keys.groupOfIncident, incidentId]],
      );
    return outcome;
  }

  return {
    nowMs: () => readClock(client, keys),

    async read(beforeMs, after) {
      const source = byTime(client, keys.groups, 'up', { fromMs: 0, toMs: beforeMs });
      const positions = await source.positions(after, atOnce);
      const found = await Promise.all(positions.map((position) => readOne(idAt(position))));
      return { found, next: positions.length < atOnce ? null : (positions.at(-1) ?? null) };
    },

    remove: (groups) => removeEach(groups, remove),
  };
}
