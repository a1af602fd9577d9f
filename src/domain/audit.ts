/** What the audit log records: acts of people and programs that may do more than report and read. */
export const auditActs = [
  'key-created',
  'key-provided',
  'key-limited',
  'key-revoked',
  'channel-created',
  'channel-changed',
  'channel-enabled',
  'channel-disabled',
  'channel-removed',
  'channels-reencrypted',
  'channel-tested',
  'channel-drilled',
  'drill-confirmed',
  'config-reloaded',
  'incident-acknowledged',
  'incident-resolved',
  'incident-noted',
  'incident-note-retracted',
  'outage-group-acknowledged',
  'notification-replayed',
  'service-archived',
  'maintenance-declared',
  'maintenance-extended',
  'maintenance-ended',
  'backup-begun',
  'backup-restored',
] as const;

export type AuditAct = (typeof auditActs)[number];

/** One act. It is recorded before it is done, so that no act is missing. */
export interface AuditEntry {
  act: AuditAct;
  /** The id of what it was done to; null: the whole monitor. */
  target: string | null;
  /** The rest in words; never a secret. */
  detail: string | null;
  /**
   * The key's public id (null: none was needed) and its name, or who ran the command; `subject`: a person who signed in, as
   * the provider knows the person.
   */
  by: { keyId: string | null; name: string; subject?: string };
  /** The address that it came from, or the host that the command ran on. */
  from: string;
  /** Null: no failure is known. An act that failed has a second entry, with the reason. */
  failedBecause: string | null;
}

/** An entry with its id, which sorts by time, and when it was written; in milliseconds of Redis' clock. */
export interface ListedAuditEntry extends AuditEntry {
  auditId: string;
  atMs: number;
}
