import type { OldMaintenance, OldRecords } from '../../actors/ports/retention.ts';
import type { MaintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import type { PartitionKeys } from '../keys.ts';

const atOnce = 100;

/** The maintenance windows that are over. */
export function createOldMaintenance(client: RedisClient, keys: PartitionKeys): OldRecords<OldMaintenance> {
  return {
    nowMs: () => readClock(client, keys),

    async read(beforeMs) {
      const before = `(${beforeMs}`;
      const texts = await client.zrangebyscore(keys.pastMaintenance, '-inf', before, 'LIMIT', 0, atOnce);
      const found = texts.map((text) => {
        const window = JSON.parse(text) as MaintenanceWindow;
        return { window, endedAtMs: window.endsAtMs ?? 0, text };
      });
      // What is read next begins at the oldest again, which is another by then.
      return { found, next: texts.length < atOnce ? null : 'oldest' };
    },

    remove: (records) => client.zrem(keys.pastMaintenance, ...records.map(({ text }) => text)),
  };
}
