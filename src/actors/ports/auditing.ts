import type { AuditEntry, ListedAuditEntry } from '../../domain/audit.ts';
import type { Page, PageRequest } from './reading.ts';

/** The record of what was done with powerful keys; the newest 20,000 entries are kept. */
export interface AuditTrail {
  /** Resolves when it is stored: only then may the act be done. */
  note(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(request: PageRequest): Promise<Page<ListedAuditEntry>>;
}
