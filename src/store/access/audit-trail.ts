import type { AuditTrail } from '../../actors/ports/access.ts';
import type { AuditEntry, ListedAuditEntry } from '../../domain/audit.ts';
import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';

/** How many entries are kept, a few more at times: about 6 MB. */
const keptEntries = 20_000;

/** One stream, whose ids are the time by Redis' clock. */
export function createAuditTrail(client: RedisClient): AuditTrail {
  return {
    async note(entry) {
      await client.xadd(
        globalKeys.audit,
        ...(['MAXLEN', '~', keptEntries, '*'] as const),
        ...['entry', JSON.stringify(entry)],
      );
    },

    async list({ limit, after }) {
      const from = after === null ? '+' : `(${after}`;
      const found = await client.xrevrange(globalKeys.audit, from, '-', 'COUNT', limit + 1);
      const items = found.slice(0, limit).map(([auditId, fields]): ListedAuditEntry => {
        const entry = JSON.parse(fields[1] ?? '{}') as AuditEntry;
        return { ...entry, auditId, atMs: Number(auditId.split('-')[0]) };
      });
      return { items, next: found.length > limit ? (items.at(-1)?.auditId ?? null) : null };
    },
  };
}
