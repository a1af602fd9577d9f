import type { Message } from '../../domain/messages.ts';
import { toneOf } from './tone.ts';

/** The alert of a pager that a message opens, goes on with, or closes. */
export interface Alert {
  /** The same for all messages of one outage, of one impairment, or of one kind of trouble of a service. */
  key: string;
  isOver: boolean;
}

/** Whether it says that somebody works on its alert. */
export function isAcknowledgement(message: Message): boolean {
  return message.kind === 'acknowledged' || ('stage' in message && message.stage === 'acknowledged');
}

/** Which alert a message is about, for receivers that keep them. */
export function alertOf(message: Message): Alert {
  const isOver = toneOf(message) === 'good';
  // Their messages have the id of the service where others have that of an incident.
  const isOfService = message.kind === 'health' || 'isOver' in message;
  return { key: isOfService ? `${message.kind}-${message.incidentId}` : message.incidentId, isOver };
}
