import type { Notification } from '../notification.ts';
import type { TellingStep } from './telling-step.ts';

/** Whether a message only says again what was told, because nobody has acknowledged the incident. */
export function isReminder({ kind }: Pick<Notification, 'kind'>): boolean {
  return kind === 'reminder' || kind === 'escalation';
}

/** A reminder is for an outage that goes on, and that nobody has acknowledged since the reminder was planned. */
export const whileUnanswered: TellingStep = (notification, { incident }) => {
  if (!isReminder(notification)) return null;
  const reason = answeredBy(incident);
  return reason === null ? null : { kind: 'suppress', reason };
};

/** Why nobody is to be reminded of an incident; null: it goes on, and nobody has acknowledged it. */
export function answeredBy(incident: Parameters<TellingStep>[1]['incident']): string | null {
  if (incident === null || incident.state === 'resolved')
    return 'the incident was resolved before it was sent';
  if (incident.acknowledgedBy !== null)
    return `acknowledged by ${incident.acknowledgedBy} before it was sent`;
  if (incident.state === 'recovering') return 'the service was heard again before it was sent';
  return incident.isNewest ? null : 'a later message of this incident replaces it';
}
