import type { AuditTrail } from '../../actors/ports/access.ts';
import type { ListedAuditEntry } from '../../domain/audit.ts';
import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';
import { toAuditEntry } from './to-audit-entry.ts';

/**
 * About 30 MB. Workers keep far fewer, and archive those that they remove; this limit is for the time in which none does,
 * or cannot.
 */
const mostEntries = 100_000;

/** With a filter, so many are read at once, and so many in all for one page: a rare act is found in several. */
const atOnce = 250;
const mostLooked = 2_000;

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

    async list({ limit, after }, isWanted) {
      const step = isWanted === undefined ? limit + 1 : atOnce;
      const items: ListedAuditEntry[] = [];
      let position = after;
      for (let looked = 0; looked < mostLooked; looked += step) {
        const from = position === null ? '+' : `(${position}`;
        const found = await client.xrevrange(globalKeys.audit, from, '-', 'COUNT', step);
        for (const [auditId, fields] of found) {
          const entry = toAuditEntry(auditId, fields);
          if (isWanted === undefined || isWanted(entry)) {
            // One more than fits says that there is another page, which begins with it.
            if (items.length === limit) return { items, next: position };
            items.push(entry);
          }
          position = auditId;
        }
        if (found.length < step) return { items, next: null };
      }
      return { items, next: position };
    },
  };
}
