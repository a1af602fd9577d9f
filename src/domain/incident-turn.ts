import type { BlindGap } from './clear-time.ts';
import { type FlappingHour, sumUp, whenSummedUp } from './flapping.ts';
import { type Incident, resolvedAt } from './incident.ts';
import type { ServiceRules } from './policy.ts';
import { type OutageMemory, quietTimeMs, whenQuietFor } from './quiet-time.ts';
import { nextReminders, type ReminderTurn } from './reminding/next-reminder.ts';
import { type EscalationStep, noReminding, type Reminding } from './reminding/reminder-rules.ts';
import { unanswered } from './reminding/unanswered.ts';
import { whenSilentForLong } from './when-silent-for-long.ts';

/** A change of an incident that is due by time alone. */
export type IncidentTurn =
  | {
      kind: 'resolved' | 'silent' | 'summed-up';
      /** When it is due by the rules. */
      atMs: number;
    }
  | ReminderTurn;

/**
 * The next turn of an incident if its service does nothing until then; null: none. Of a reminder and an escalation that
 * are both due by now, the escalation is first: who gets it needs no reminder.
 */
export function nextTurn(
  incident: Incident | null,
  outages: OutageMemory,
  rules: ServiceRules,
  gaps: readonly BlindGap[],
  reminding: Reminding = noReminding,
  nowMs = Number.NEGATIVE_INFINITY,
): IncidentTurn | null {
  if (incident === null) return null;
  const turns: IncidentTurn[] = [];
  const untilMs = quietUntil(incident, outages, rules, gaps);
  if (untilMs !== null) turns.push({ kind: 'resolved', atMs: untilMs });
  if (incident.flapping !== null) {
    const { silentSinceMs, told } = incident;
    const summedUpAtMs = whenSummedUp(incident.flapping);
    if (summedUpAtMs !== null) turns.push({ kind: 'summed-up', atMs: summedUpAtMs });
    if (silentSinceMs !== null && !told.longSilence)
      turns.push({ kind: 'silent', atMs: whenSilentForLong(silentSinceMs, gaps) });
  }
  turns.push(...nextReminders(incident, reminding, gaps));
  const first = turns.sort((a, b) => a.atMs - b.atMs)[0] ?? null;
  if (first?.kind !== 'reminded') return first;
  return turns.find(({ kind, atMs }) => kind === 'escalated' && atMs <= nowMs) ?? first;
}

/** When the quiet time ends; null: it does not run. */
export function quietUntil(
  incident: Incident,
  outages: OutageMemory,
  rules: ServiceRules,
  gaps: readonly BlindGap[],
): number | null {
  if (incident.state !== 'recovering' || outages.quietSinceMs === null) return null;
  return whenQuietFor(quietTimeMs(rules, outages.count), outages.quietSinceMs, gaps);
}

/** The incident after its turn, with the hour that was summed up. */
export function takeTurn(
  incident: Incident,
  turn: IncidentTurn,
  gaps: readonly BlindGap[],
): { incident: Incident; hour: FlappingHour | null; escalation?: EscalationStep } {
  const { kind, atMs } = turn;
  if (kind === 'reminded') return { incident: unanswered.reminded(incident, atMs), hour: null };
  if (kind === 'escalated')
    return { incident: unanswered.escalated(incident, turn.step), hour: null, escalation: turn.step };
  const { flapping, relapses, told } = incident;
  if (kind === 'resolved' || flapping === null) return { incident: resolvedAt(incident, atMs), hour: null };
  if (kind === 'silent') {
    const heard = { outage: true, longSilence: true, last: `silence ${relapses}`, recovery: null };
    return { incident: { ...incident, told: heard }, hour: null };
  }
  const sum = sumUp(flapping, incident.silentSinceMs, gaps);
  const { outage, longSilence } = told;
  const last = { outage, longSilence, last: `summary ${atMs}`, recovery: null };
  return { incident: { ...incident, flapping: sum.flapping, told: last }, hour: sum.hour };
}
