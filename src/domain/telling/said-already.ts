import { formatClock } from '../format-clock.ts';
import type { TellingStep } from './telling-step.ts';
import { isReminder } from './while-unanswered.ts';

/** So soon after another message to its channel, a message says nothing new. */
const soonMs = { reminder: 30_000, escalation: 1_000 } as const;

/**
 * What says an outage again is not sent if its channel was told of the outage since that was due: by the message of the
 * outage, if that waited or was tried again and again, by an escalation, or by an earlier reminder.
 */
export const saidAlready: TellingStep = (notification, { toldHereAtMs, incident, downAfterMs }) => {
  if (!isReminder(notification) || toldHereAtMs == null) return null;
  const { kind, createdAtMs, message } = notification;
  const waitedForMs = incident?.countsFromMs ?? 0;
  const stepMs = ('stepMs' in message ? message.stepMs : undefined) ?? 0;
  const dueAtMs = waitedForMs > createdAtMs ? waitedForMs + stepMs : createdAtMs;
  const leastMs = Math.min(kind === 'reminder' ? soonMs.reminder : soonMs.escalation, downAfterMs / 4);
  if (toldHereAtMs + leastMs <= dueAtMs) return null;
  return { kind: 'suppress', reason: `the outage was told here at ${formatClock(toldHereAtMs)}` };
};
