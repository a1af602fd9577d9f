import { type BlindGap, whenSilenceReaches } from '../clear-time.ts';
import type { Incident } from '../incident.ts';
import type { EscalationStep, ReminderRules, Reminding } from './reminder-rules.ts';
import { unanswered } from './unanswered.ts';

/** What is due by time while nobody acknowledges an incident. */
export type ReminderTurn =
  | { kind: 'reminded'; atMs: number }
  | { kind: 'escalated'; atMs: number; step: EscalationStep };

/**
 * What follows if nobody acknowledges an incident and its service stays Down. A reminder repeats a message: an outage that
 * was not told, because its service flaps, has none. An escalation counts from the beginning of the incident, however
 * often its service was up for a while.
 */
export function nextReminders(
  incident: Incident,
  { reminders, escalation }: Reminding,
  gaps: readonly BlindGap[],
): ReminderTurn[] {
  if (incident.state !== 'open' || incident.acknowledged !== null) return [];
  const turns: ReminderTurn[] = [];
  if (reminders !== null && incident.told.outage)
    turns.push({ kind: 'reminded', atMs: whenReminded(incident, reminders, gaps) });
  const step = nextStep(incident, escalation);
  if (step !== null) turns.push({ kind: 'escalated', atMs: incident.detectedAtMs + step.afterMs, step });
  return turns;
}

/** Time in which we could not hear does not count: it says nothing about the service. */
function whenReminded(incident: Incident, rules: ReminderRules, gaps: readonly BlindGap[]): number {
  const { toldAtMs, reminders } = unanswered.of(incident);
  const waitMs = Math.min(rules.everyMs * rules.backOff ** reminders, rules.longestMs);
  return whenSilenceReaches(toldAtMs, gaps, { silenceMs: waitMs, periods: 0, periodMs: 1 });
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
