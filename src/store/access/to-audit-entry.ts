import type { AuditEntry, ListedAuditEntry } from '../../domain/audit.ts';

/** An entry of the stream; its id is the time by Redis' clock. */
export function toAuditEntry(auditId: string, fields: readonly string[]): ListedAuditEntry {
  const entry = JSON.parse(fields[1] ?? '{}') as AuditEntry;
  return { ...entry, auditId, atMs: Number(auditId.split('-')[0]) };
}
