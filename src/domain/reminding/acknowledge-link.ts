import type { NotificationKind } from '../message-kinds.ts';
import type { Notification } from '../notification.ts';
import { synthetic } from '../synthetic-outage.ts';

const answerable: readonly NotificationKind[] = ['down', 'flapping', 'reminder', 'escalation'];

/** Whether a message is about an outage, or one of several services, that somebody may acknowledge. */
export function canBeAcknowledged({ kind, message }: Notification): boolean {
  if ('groupId' in message) return message.stage !== 'over';
  return answerable.includes(kind) && 'environment' in message && !synthetic.isIn(message);
}
