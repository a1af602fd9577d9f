import type { Notification, NotificationKind } from '../notification.ts';
import { synthetic } from '../synthetic-outage.ts';

const answerable: readonly NotificationKind[] = ['down', 'flapping', 'reminder', 'escalation'];

/** Whether a message is about an outage that somebody may acknowledge. */
export function canBeAcknowledged({ kind, message }: Notification): boolean {
  return answerable.includes(kind) && 'environment' in message && !synthetic.isIn(message);
}
