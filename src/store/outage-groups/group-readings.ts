import type { GroupReadings } from '../../actors/ports/outage-groups.ts';
import type { KeptGroup } from '../../domain/failure-domains/kept-group.ts';
import type { RedisClient } from '../client/connect.ts';
import { pageSources } from '../lists/page-sources.ts';
import { readPage } from '../lists/read-page.ts';
import { ReadingCost } from '../lists/reading-cost.ts';
import type { Partitions } from '../partition.ts';
import { groupRecord } from './group-record.ts';

const { byTime, idAt } = pageSources;

const always = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };

/** Outage groups as they are shown and asked for. */
export function createGroupReadings(client: RedisClient, partitions: Partitions): GroupReadings {
  const keys = partitions.at(0);

  async function group(groupId: string, cost = new ReadingCost()): Promise<KeptGroup | null> {
    const values = await client.hmget(keys.group(groupId), 'revision', 'kept');
    cost.add('incident');
    cost.add('kilobyte', (values[1]?.length ?? 0) / 1024);
    return groupRecord.of(values)?.kept ?? null;
  }

  return {
    group: (groupId) => group(groupId),

    async groupsOf(incidentIds) {
      if (incidentIds.length === 0) return new Map();
      const groupIds = await client.hmget(keys.groupOfIncident, ...incidentIds);
      const distinct = [...new Set(groupIds.filter((id) => id !== null))];
      const groups = new Map(await Promise.all(distinct.map(async (id) => [id, await group(id)] as const)));
      const found = new Map<string, KeptGroup>();
      for (const [i, incidentId] of incidentIds.entries()) {
        const kept = groups.get(groupIds[i] ?? '');
        if (kept != null) found.set(incidentId, kept);
      }
      return found;
    },

    async openRevisions() {
      const groupIds = await client.hvals(keys.groupCauses);
      const revisions = await Promise.all(groupIds.map((id) => client.hget(keys.group(id), 'revision')));
      return new Map(groupIds.map((id, i) => [id, revisions[i] ?? '']));
    },

    groups(request, includes) {
      const cost = new ReadingCost();
      return readPage(request, {
        place: 'time',
        sources: [byTime(client, keys.groups, 'down', always)],
        direction: -1,
        cost,
        sift: async (positions) => positions,
        async read(position) {
          const kept = await group(idAt(position), cost);
          return kept !== null && includes(kept) ? kept : null;
        },
      });
    },
  };
}
