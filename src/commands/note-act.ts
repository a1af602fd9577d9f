import { hostname } from 'node:os';
import type { AuditAct } from '../domain/audit.ts';
import { createAuditTrail } from '../store/access/audit-trail.ts';
import type { RedisClient } from '../store/client/connect.ts';

/** Writes down what a person does on the command line, before it is done. */
export type NoteAct = (act: AuditAct, target: string | null, detail: string | null) => Promise<void>;

/** For commands that speak to Redis themselves: no key says who it is, so the user of the machine does. */
export function createNoteAct(client: RedisClient, userName: string): NoteAct {
  const auditTrail = createAuditTrail(client);
  const by = { keyId: null, name: `${userName} (command line)` };
  return (act, target, detail) =>
    auditTrail.note({ act, target, detail, by, from: hostname(), failedBecause: null });
}
