import { type BlindGap, whenSilenceReaches } from '../clear-time.ts';
import type { Incident } from '../incident.ts';
import type { EscalationStep, ReminderRules, Reminding } from './reminder-rules.ts';
import { unanswered } from './unanswered.ts';

/** What is due by time while nobody acknowledges an incident. */
export type ReminderTurn =
  | { kind: 'reminded'; atMs: number }
  | { kind: 'escalated'; atMs: number; step: EscalationStep };

/** A reminder so soon before an escalation waits for it, so that who gets both has one: this part of its own wait. */
const together = { share: 0.1, mostMs: 30_000 } as const;

/**
 * What follows if nobody acknowledges an incident and its service stays Down. A reminder repeats a message: an outage that
 * was not told, because its service flaps, has none. An escalation counts from the beginning of the incident, however
 * often its service was up for a while; if its message was held back, from when that was told. Of two that are due at
 * once the escalation is first.
 */
export function nextReminders(
  incident: Incident,
  { reminders, escalation }: Reminding,
  gaps: readonly BlindGap[],
): ReminderTurn[] {
  if (incident.state !== 'open' || incident.acknowledged !== null) return [];
  const { countsFromMs = incident.detectedAtMs, heldUntilMs = 0 } = unanswered.of(incident);
  const notBefore = (atMs: number) => Math.max(atMs, heldUntilMs);
  const turns: ReminderTurn[] = [];
  const step = nextStep(incident, escalation);
  const escalatedAtMs = step === null ? null : notBefore(countsFromMs + step.afterMs);
  if (step !== null && escalatedAtMs !== null) turns.push({ kind: 'escalated', atMs: escalatedAtMs, step });
  if (reminders !== null && incident.told.outage) {
    const { atMs, waitMs } = whenReminded(incident, reminders, gaps);
    turns.push({ kind: 'reminded', atMs: notBefore(withEscalation(atMs, waitMs, escalatedAtMs)) });
  }
  return turns;
}

/** Time in which we could not hear does not count: it says nothing about the service. */
function whenReminded(
  incident: Incident,
  rules: ReminderRules,
  gaps: readonly BlindGap[],
): { atMs: number; waitMs: number } {
  const { toldAtMs, reminders } = unanswered.of(incident);
  const waitMs = Math.min(rules.everyMs * rules.backOff ** reminders, rules.longestMs);
  return { atMs: whenSilenceReaches(toldAtMs, gaps, { silenceMs: waitMs, periods: 0, periodMs: 1 }), waitMs };
}

function withEscalation(atMs: number, waitMs: number, escalatedAtMs: number | null): number {
  const soonMs = Math.min(together.mostMs, together.share * waitMs);
  const isSoon = escalatedAtMs !== null && escalatedAtMs > atMs && escalatedAtMs <= atMs + soonMs;
  return isSoon ? escalatedAtMs : atMs;
}

/** The first step that is still to come, or that names a channel which was not reached: the file may have changed. */
function nextStep(incident: Incident, escalation: readonly EscalationStep[]): EscalationStep | null {
  const { escalatedAfterMs, escalatedTo } = unanswered.of(incident);
  for (const { afterMs, channels } of escalation) {
    if (afterMs > escalatedAfterMs) return { afterMs, channels };
    const missing = channels.filter((channelId) => !escalatedTo.includes(channelId));
    if (missing.length > 0) return { afterMs, channels: missing };
  }
  return null;
}
