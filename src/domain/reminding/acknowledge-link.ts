import type { MessageKind } from '../message-kinds.ts';
import type { Notification } from '../notification.ts';
import { synthetic } from '../synthetic-outage.ts';

const answerable: readonly MessageKind[] = ['down', 'flapping', 'reminder', 'escalation'];

/** Whether messages of this kind say that an outage needs somebody. */
export function isAnswerable(kind: MessageKind): boolean {
  return answerable.includes(kind);
}

/** Whether a message is about an outage, or one of several services, that somebody may acknowledge. */
export function canBeAcknowledged({ kind, message }: Notification): boolean {
  if ('groupId' in message) return message.stage !== 'over';
  return isAnswerable(kind) && 'environment' in message && !synthetic.isIn(message);
}
