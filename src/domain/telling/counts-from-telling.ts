import { formatClock } from '../format-clock.ts';
import type { TellingStep } from './telling-step.ts';
import { isReminder } from './while-unanswered.ts';

/** How soon is looked again whether the message of the outage was told. */
const looksMs = 30_000;

/**
 * Nothing is said again of an outage whose own message is held back, and what was planned before that was told counts
 * from then: a reminder is not needed, an escalation waits for its time.
 */
export const countsFromTelling: TellingStep = (notification, { incident, nowMs, downAfterMs }) => {
  if (!isReminder(notification) || incident === null) return null;
  const { kind, createdAtMs, message } = notification;
  const { heldUntilMs = 0, countsFromMs } = incident;
  const lookAtMs = Math.ceil(nowMs + Math.min(looksMs, downAfterMs / 4));
  if (heldUntilMs > nowMs)
    return {
      kind: 'hold',
      untilMs: lookAtMs,
      reason: 'the outage itself is not told yet: its message is held',
    };
  if (countsFromMs === undefined || countsFromMs <= createdAtMs) return null;
  const toldAt = `the outage was told at ${formatClock(countsFromMs)}`;
  if (kind === 'reminder') return { kind: 'suppress', reason: `${toldAt}, and reminders count from then` };
  const dueAtMs = countsFromMs + (('stepMs' in message ? message.stepMs : undefined) ?? 0);
  if (dueAtMs <= nowMs) return null;
  const untilMs = Math.ceil(Math.min(dueAtMs, lookAtMs));
  return { kind: 'hold', untilMs, reason: `${toldAt}, and its escalation counts from then` };
};
