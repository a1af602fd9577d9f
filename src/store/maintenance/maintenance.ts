import { randomUUID } from 'node:crypto';
import type { Maintenance, StandingWindows } from '../../actors/ports/maintenance.ts';
import { type MaintenanceWindow, maintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import { type Command, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { peekClock } from '../client/read-clock.ts';
import type { Partitions } from '../partition.ts';

/** One that is over stands so long more: whoever ends it twice is told that it is over, not that it never was. */
const standsOnMs = 60 * 60 * 1000;

/** Maintenance windows, in the first partition: those that are not over are few, and are remembered until they change. */
export function createMaintenance(client: RedisClient, partitions: Partitions): Maintenance {
  const keys = partitions.at(0);
  let known: StandingWindows = { windows: [], revision: '' };

  return {
    async standing() {
      const revision = (await client.get(keys.maintenanceRevision)) ?? '';
      if (revision === known.revision) return known;
      const texts = await client.hvals(keys.maintenance);
      known = { windows: texts.map((text) => JSON.parse(text) as MaintenanceWindow), revision };
      return known;
    },

    now: () => peekClock(client, keys),

    commit(seen, changed, nowMs) {
      const windows = [...seen.windows.filter(({ windowId }) => windowId !== changed.windowId), changed];
      const over = windows.filter((window) => maintenanceWindow.isOver(window, nowMs - standsOnMs));
      const write: Command[] = [
        ['SET', keys.maintenanceRevision, randomUUID()],
        ['HSET', keys.maintenance, changed.windowId, JSON.stringify(changed)],
      ];
      for (const window of over) {
        write.push(['HDEL', keys.maintenance, window.windowId]);
        write.push(['ZADD', keys.pastMaintenance, window.endsAtMs ?? nowMs, JSON.stringify(window)]);
      }
      const asSeen = ['GET', keys.maintenanceRevision] as ['GET', string];
      return commit(client, [{ command: asSeen, expected: seen.revision }], write);
    },
  };
}
