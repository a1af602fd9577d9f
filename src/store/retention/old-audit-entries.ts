import type { OldAuditEntry, OldRecords } from '../../actors/ports/retention.ts';
import { toAuditEntry } from '../access/to-audit-entry.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import { globalKeys, type PartitionKeys } from '../keys.ts';

const atOnce = 100;

/** The audit log; `first` has the clock. Whether an entry is too old or one too many, it is among the oldest. */
export function createOldAuditEntries(client: RedisClient, first: PartitionKeys): OldRecords<OldAuditEntry> {
  return {
    nowMs: () => readClock(client, first),

    async read(_beforeMs, after) {
      const from = after === null ? '-' : `(${after}`;
      const [count, entries] = await Promise.all([
        client.xlen(globalKeys.audit),
        client.xrange(globalKeys.audit, from, '+', 'COUNT', atOnce),
      ]);
      const found = entries.map(([id, fields], i) => ({
        entry: toAuditEntry(id, fields),
        newer: count - 1 - i,
      }));
      return { found, next: entries.length < atOnce ? null : (entries.at(-1)?.[0] ?? null) };
    },

    async remove(entries) {
      return client.xdel(globalKeys.audit, ...entries.map(({ entry }) => entry.auditId));
    },
  };
}
