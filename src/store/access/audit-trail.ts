import type { AuditTrail } from '../../actors/ports/access.ts';
import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';
import { toAuditEntry } from './to-audit-entry.ts';

/**
 * About 30 MB. Workers keep far fewer, and archive those that they remove; this limit is for the time in which none does,
 * or cannot.
 */
const mostEntries = 100_000;

/** One stream, whose ids are the time by Redis' clock. */
export function createAuditTrail(client: RedisClient): AuditTrail {
  return {
    async note(entry) {
      await client.xadd(
        globalKeys.audit,
        ...(['MAXLEN', '~', mostEntries, '*'] as const),
        ...['entry', JSON.stringify(entry)],
      );
    },

    async list({ limit, after }) {
      const from = after === null ? '+' : `(${after}`;
      const found = await client.xrevrange(globalKeys.audit, from, '-', 'COUNT', limit + 1);
      const items = found.slice(0, limit).map(([auditId, fields]) => toAuditEntry(auditId, fields));
      return { items, next: found.length > limit ? (items.at(-1)?.auditId ?? null) : null };
    },
  };
}
