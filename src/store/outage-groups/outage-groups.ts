import type { OutageGroups } from '../../actors/ports/outage-groups.ts';
import type { GroupStanding } from '../../domain/failure-domains/group-turn.ts';
import type { KeptGroup } from '../../domain/failure-domains/kept-group.ts';
import { commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import { readIncident } from '../incidents/read-incident.ts';
import type { Partitions } from '../partition.ts';
import { createDownServices } from './down-services.ts';
import { groupCommit } from './group-commit.ts';
import { groupRecord } from './group-record.ts';
import { createTellAlone } from './tell-alone.ts';

/** How many instances are asked for in one call. */
const atOnce = 1_000;

/** More groups than so many are not open at a time; each has a cause of its own. */
const mostOpen = 500;

/** The outage groups, in the first partition. */
export function createOutageGroups(
  client: RedisClient,
  partitions: Partitions,
  notificationId: (incidentId: string, event: string, channelId: string) => string,
): OutageGroups {
  const keys = partitions.at(0);
  const read = async (groupId: string) =>
    groupRecord.of(await client.hmget(keys.group(groupId), 'revision', 'kept'));

  /** How many are silent since the group began: not heard after it, and still there. */
  async function countSilent({ group }: KeptGroup): Promise<number> {
    const byPartition = Map.groupBy(group.instanceIds, (id) => partitions.of(id));
    let silent = 0;
    for (const [{ seen }, ids] of byPartition) {
      for (let from = 0; from < ids.length; from += atOnce) {
        const scores = await client.zmscore(seen, ...ids.slice(from, from + atOnce));
        silent += scores.filter((score) => score !== null && Number(score) <= group.lastSilentAtMs).length;
      }
    }
    return silent;
  }

  async function incidentsOf({ group }: KeptGroup): Promise<Omit<GroupStanding, 'silent'>> {
    const ids = group.incidents.map(({ incidentId }) => incidentId);
    const found = await Promise.all(ids.map((id) => readIncident(client, partitions, id)));
    return {
      over: new Set(ids.filter((_, i) => found[i]?.state !== 'open')),
      acknowledged: new Map(
        ids.flatMap((id, i) => {
          const by = found[i]?.acknowledged?.by;
          return by === undefined ? [] : [[id, by] as const];
        }),
      ),
      closed: new Set(
        ids.filter((_, i) => found[i]?.state === 'resolved' && found[i].recoveredAtMs === null),
      ),
    };
  }

  return {
    ...createDownServices(client, partitions, notificationId),
    tellAlone: createTellAlone(client, partitions, notificationId),
    now: () => readClock(client, keys),
    read,

    async open() {
      const ids = await client.zrange(keys.groupTimer, '0', String(mostOpen - 1));
      return (await Promise.all(ids.map(read))).filter((view) => view !== null);
    },

    commit(before, after, nextTurnAtMs) {
      const { compare, write } = groupCommit(keys, before, after, nextTurnAtMs);
      return commit(client, compare, write);
    },

    async due() {
      // Each worker asks again and again, and nearly always there is no group.
      if ((await client.zcard(keys.groupTimer)) === 0) return null;
      const nowMs = await readClock(client, keys);
      return client.zrangebyscore(keys.groupTimer, '-inf', nowMs, 'LIMIT', 0, mostOpen);
    },

    async standing(kept) {
      const [nowMs, silent, incidents] = await Promise.all([
        readClock(client, keys),
        countSilent(kept),
        incidentsOf(kept),
      ]);
      return { nowMs, silent, ...incidents };
    },
  };
}
