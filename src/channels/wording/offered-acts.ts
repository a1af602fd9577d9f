import type { MessageKind } from '../../domain/message-kinds.ts';
import type { Message } from '../../domain/messages.ts';
import { isAcknowledged as isGroupAcknowledged } from './format-group.ts';

/** What people may do about an outage with a button of its message. */
export type OfferedAct = 'acknowledge' | 'silence';

export const actWords: Record<OfferedAct, string> = {
  acknowledge: 'Acknowledge',
  silence: 'Silence for 1 hour',
};

const unanswered: readonly MessageKind[] = ['down', 'flapping', 'reminder', 'escalation'];

const isOver: readonly MessageKind[] = ['recovering', 'resolved'];

/** The acts that a message offers, for channels with buttons; what is over offers none. */
export function offeredActs(message: Message): OfferedAct[] {
  if ('groupId' in message)
    return message.stage === 'over' || isGroupAcknowledged(message) ? [] : ['acknowledge'];
  const isAcknowledged = 'acknowledgedBy' in message && message.acknowledgedBy !== undefined;
  if (isAcknowledged) return isOver.includes(message.kind) ? [] : ['silence'];
  return unanswered.includes(message.kind) ? ['acknowledge', 'silence'] : [];
}
