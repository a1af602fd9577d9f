import type { AuditEntry } from '../monitor/wire-types.ts';
import { own } from '../wording/own.ts';

/** What was done, behind the name of who did it. */
const words: Record<AuditEntry['act'], string> = {
  'key-created': 'made an API key',
  'key-provided': 'provided an API key',
  'key-limited': 'changed the limit of an API key',
  'key-revoked': 'revoked an API key',
  'channel-created': 'made a channel',
  'channel-changed': 'changed a channel',
  'channel-enabled': 'switched a channel on',
  'channel-disabled': 'switched a channel off',
  'channel-removed': 'removed a channel',
  'channels-reencrypted': 'encrypted the secrets of channels anew',
  'channel-tested': 'tested a channel',
  'channel-drilled': 'sent a drill',
  'drill-confirmed': 'confirmed a drill',
  'config-reloaded': 'had the configuration read again',
  'incident-acknowledged': 'acknowledged an incident',
  'incident-resolved': 'resolved an incident',
  'incident-noted': 'added a note to an incident',
  'incident-note-retracted': 'took back a public note',
  'outage-group-acknowledged': 'acknowledged an outage group',
  'notification-replayed': 'had a message sent again',
  'service-archived': 'archived a service',
  'maintenance-declared': 'declared a maintenance',
  'maintenance-extended': 'extended a maintenance',
  'maintenance-ended': 'ended a maintenance',
  'backup-begun': 'began a backup',
  'backup-restored': 'restored a backup',
};

export const auditWords = {
  all: Object.entries(words).sort(([, a], [, b]) => a.localeCompare(b)),

  of: (act: string): string => own(words, act) ?? act,
};
