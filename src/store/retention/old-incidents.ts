import type { OldIncident, OldRecords } from '../../actors/ports/retention.ts';
import { commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import { toIncident } from '../incidents/to-incident.ts';
import type { PartitionKeys } from '../keys.ts';
import { pageSources } from '../lists/page-sources.ts';
import { removeEach } from './remove-each.ts';

const atOnce = 50;

const { byTime, idAt } = pageSources;

/** The incidents of one partition by their start; one that began long ago may go on. */
export function createOldIncidents(client: RedisClient, keys: PartitionKeys): OldRecords<OldIncident> {
  async function readOne(incidentId: string): Promise<OldIncident> {
    const [text, notifications] = await Promise.all([
      client.get(keys.incident(incidentId)),
      client.zcard(keys.incidentNotifications(incidentId)),
    ]);
    const incident = text === null ? null : toIncident(text);
    return { incidentId, incident, text: text ?? '', notifications };
  }

  return {
    nowMs: () => readClock(client, keys),

    async read(beforeMs, after) {
      const source = byTime(client, keys.incidents, 'up', { fromMs: 0, toMs: beforeMs });
      const positions = await source.positions(after, atOnce);
      const found = await Promise.all(positions.map((position) => readOne(idAt(position))));
      return { found, next: positions.length < atOnce ? null : (positions.at(-1) ?? null) };
    },

    remove: (incidents) =>
      removeEach(incidents, ({ incidentId, text }) =>
        commit(
          client,
          [
            // A note that somebody writes meanwhile is not lost: the incident stays until the next round.
            { command: ['GET', keys.incident(incidentId)], expected: text },
            ...(text === ''
              ? []
              : [
                  {
                    command: ['ZCARD', keys.incidentNotifications(incidentId)] as [string, string],
                    expected: 0,
                  },
                ]),
          ],
          [
            ['DEL', keys.incident(incidentId)],
            ['ZREM', keys.incidents, incidentId],
          ],
        ),
      ),
  };
}
