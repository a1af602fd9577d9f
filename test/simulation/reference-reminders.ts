import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { EscalationStep, Reminding } from '../../src/domain/reminding/reminder-rules.ts';
import { whenObserved } from './reference-time.ts';

/** What followed an incident that nobody acknowledged, once more: every message of it stands in a list. */
export interface RemindersLog {
  /** When the outage that goes on was told anew; null: it is the first, told when it was found. */
  toldAgainMs: number | null;
  /** The reminders since then. */
  inRowMs: number[];
  said: string[];
  /** Whether the last of them came after the last message of an outage. */
  isLast: boolean;
  steps: EscalationStep[];
}

export const noReminders = (): RemindersLog => ({
  ...{ toldAgainMs: null, inRowMs: [], said: [], isLast: false, steps: [] },
});

/** What is due of it, or will be. */
export type DueReminder =
  | { kind: 'reminded'; atMs: number }
  | { kind: 'escalated'; atMs: number; step: EscalationStep };

export function remindersDue(
  { state, acknowledged, detectedAtMs }: Incident,
  log: RemindersLog,
  isTold: boolean,
  { reminders, escalation }: Reminding,
  gaps: readonly BlindGap[],
): DueReminder[] {
  if (state !== 'open' || acknowledged !== null) return [];
  const due: DueReminder[] = [];
  // The settings do not change in a life: the steps are taken one by one.
  const step = escalation[log.steps.length];
  const stepAtMs = detectedAtMs + (step?.afterMs ?? 0);
  if (step !== undefined) due.push({ kind: 'escalated', atMs: stepAtMs, step });
  if (isTold && reminders !== null) {
    let waitMs = reminders.everyMs;
    for (const _ of log.inRowMs) waitMs *= reminders.backOff;
    waitMs = Math.min(waitMs, reminders.longestMs);
    const sinceMs = log.inRowMs.at(-1) ?? log.toldAgainMs ?? detectedAtMs;
    const atMs = whenObserved(sinceMs, waitMs, gaps);
    // Just before an escalation it waits for that.
    const aheadMs = stepAtMs - atMs;
    const waits = step !== undefined && aheadMs > 0 && aheadMs <= Math.min(30_000, waitMs / 10);
    due.push({ kind: 'reminded', atMs: waits ? stepAtMs : atMs });
  }
  return due;
}

/** A reminder says how things are when it is said, however late that is. */
export const sayNow = <T extends { kind: string; atMs: number }>(due: T, nowMs: number): T =>
  due.kind === 'reminded' || due.kind === 'escalated' ? { ...due, atMs: nowMs } : due;

export function remind(log: RemindersLog, due: DueReminder): void {
  if (due.kind === 'reminded') log.inRowMs.push(due.atMs);
  else log.steps.push(due.step);
  log.said.push(`${due.kind === 'reminded' ? 'reminder' : 'escalation'} ${log.said.length + 1}`);
  log.isLast = true;
}

/** The name of the message that everything else comes after; null: it is the message of the outage. */
export const lastReminder = ({ isLast, said }: RemindersLog): string | null =>
  isLast ? (said.at(-1) ?? null) : null;

/** What the monitor must have written of it; nothing, if nothing followed. */
export function unansweredOf(log: RemindersLog, { detectedAtMs }: Incident): Pick<Incident, 'unanswered'> {
  if (log.said.length === 0 && log.toldAgainMs === null) return {};
  return {
    unanswered: {
      toldAtMs: log.inRowMs.at(-1) ?? log.toldAgainMs ?? detectedAtMs,
      reminders: log.inRowMs.length,
      messages: log.said.length,
      escalatedAfterMs: log.steps.at(-1)?.afterMs ?? 0,
      escalatedTo: [...new Set(log.steps.flatMap(({ channels }) => channels))],
    },
  };
}
