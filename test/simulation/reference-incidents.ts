import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { IncidentNews } from '../../src/domain/events.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { Reminding } from '../../src/domain/reminding/reminder-rules.ts';
import {
  type DueReminder,
  lastReminder,
  type RemindersLog,
  remind,
  remindersDue,
} from './reference-reminders.ts';
import type { ServiceRule, ServiceSeen, Step, Told } from './reference-rules.ts';
import { observedMs, whenObserved } from './reference-time.ts';

/** The life of an incident once more, after design section 4: every outage stands in a list, and all else is counted from that. */

const hourMs = 3_600_000;

export interface Remembered {
  outages: number;
  /** Since when all is quiet; null: it is not, or nobody asks. */
  quietMs: number | null;
}

/** One outage of an incident as the model keeps it. */
interface OutageLog {
  heardMs: number;
  downMs: number;
  backMs: number | null;
  isTold: boolean;
  isLong: boolean;
}

export interface IncidentLog {
  outages: OutageLog[];
  flapsSinceMs: number | null;
  /** Since it flaps: in which hour something happened, how often it was Down, and for how long it was silent. */
  hours: { hour: number; downs: number; silentMs: number }[];
  silentMs: number;
  /** The names of the messages that everybody got, and the recovery that was told after the last. */
  names: string[];
  recovery: string | null;
  reminders: RemindersLog;
}

/** What is due of an incident when only time passes. */
export type Due = { kind: 'resolved' | 'silent' | 'summed-up'; atMs: number } | DueReminder;

interface SeenOfService extends ServiceSeen {
  lateMs: number;
  hasIncident: boolean;
}

/** Whether nothing is late, and how many outages still count. */
export function remembered(
  before: Remembered,
  seen: SeenOfService,
  rule: ServiceRule,
  told: readonly Told[],
  { step, nowMs }: { step: Step | null; nowMs: number },
): Remembered {
  const { quietMs } = before;
  const endMs = quietMs === null ? null : whenBroken(quietMs, seen, told, step);
  const outages = stillCounting(before, endMs ?? nowMs, seen.gaps);
  if (step?.to === 'Down') return { outages: Math.min(rule.mostOutages, outages + 1), quietMs: null };
  if (outages === 0 && !seen.hasIncident) return { outages: 0, quietMs: null };
  const isDown = (step?.to ?? seen.status) === 'Down';
  if (isLate(seen) || isDown) return { outages, quietMs: null };
  if (quietMs !== null && endMs === null) return before;
  return { outages, quietMs: Math.max(seen.lateMs, heardAgainMs(seen, step)) || nowMs };
}

/** One less for each hour of quiet. */
function stillCounting({ outages, quietMs }: Remembered, untilMs: number, gaps: readonly BlindGap[]): number {
  const quietLongMs = quietMs === null ? 0 : observedMs(quietMs, untilMs, gaps);
  let left = outages;
  for (let hours = 1; left > 0 && quietLongMs >= hours * hourMs; hours++) left--;
  return left;
}

const isLate = ({ tally }: SeenOfService) => (tally['Degraded'] ?? 0) > 0;

function heardAgainMs({ status, sinceMs }: SeenOfService, step: Step | null): number {
  if (step?.to === 'Recovered') return step.atMs;
  return status === 'Recovered' ? sinceMs : 0;
}

/** What is told says when it was late first; else what stands written says that it was. */
function whenBroken(
  quietMs: number,
  seen: SeenOfService,
  told: readonly Told[],
  step: Step | null,
): number | null {
  const begins = told
    .flatMap(({ from, fromSinceMs, to, atMs }) => {
      if (to === 'Degraded') return [atMs];
      return from === 'Degraded' ? [fromSinceMs] : [];
    })
    .filter((ms) => ms > quietMs);
  if (begins.length > 0) return Math.min(...begins);
  if (seen.lateMs > quietMs) return seen.lateMs;
  if (isLate(seen)) return quietMs;
  return step?.to === 'Down' ? step.atMs : null;
}

/** How long it must be quiet: as long as silence that is Down, then eight times that, and so on up to an hour. */
function quietTimeMs({ timing }: ServiceRule, outages: number): number {
  let ms = timing.downAfterMs;
  for (let more = 1; more < outages && ms < hourMs; more++) ms = Math.min(hourMs, ms * 8);
  return ms;
}

export function whenOver(
  { state }: Incident,
  { outages, quietMs }: Remembered,
  rule: ServiceRule,
  gaps: readonly BlindGap[],
): number | null {
  if (state !== 'recovering' || quietMs === null) return null;
  return whenObserved(quietMs, quietTimeMs(rule, outages), gaps);
}

/** The first thing that is due, or will be. */
export function dueNext(
  incident: Incident,
  log: IncidentLog,
  memory: Remembered,
  rule: ServiceRule,
  { gaps, nowMs, reminding }: { gaps: readonly BlindGap[]; nowMs: number; reminding: Reminding | null },
): Due | null {
  const overMs = whenOver(incident, memory, rule, gaps);
  const due: Due[] = overMs === null ? [] : [{ kind: 'resolved', atMs: overMs }];
  if (log.flapsSinceMs !== null) {
    const last = log.hours.at(-1);
    if (last !== undefined && last.downs > 0)
      due.push({ kind: 'summed-up', atMs: log.flapsSinceMs + (last.hour + 1) * hourMs });
    const outage = log.outages.at(-1);
    if (outage !== undefined && outage.backMs === null && !outage.isLong)
      due.push({ kind: 'silent', atMs: whenObserved(outage.heardMs, 15 * 60_000, gaps) });
  }
  const isTold = log.outages.at(-1)?.isTold ?? false;
  if (reminding !== null) due.push(...remindersDue(incident, log.reminders, isTold, reminding, gaps));
  const next = due.reduce<Due | null>(
    (first, one) => (first === null || one.atMs < first.atMs ? one : first),
    null,
  );
  // An escalation that is due as well makes a reminder needless where it goes, so it is first.
  const escalation = due.find((one) => one.kind === 'escalated' && one.atMs <= nowMs);
  return next?.kind === 'reminded' ? (escalation ?? next) : next;
}

/** One more Down; what it is called if it is told. */
export function fell(
  log: IncidentLog,
  heardMs: number,
  downMs: number,
  outages: number,
  gaps: readonly BlindGap[],
): void {
  const isLong = observedMs(heardMs, downMs, gaps) >= 15 * 60_000;
  const begins = log.flapsSinceMs === null && outages >= 3;
  const isTold = begins || log.flapsSinceMs === null || isLong;
  const n = log.outages.length;
  if (log.flapsSinceMs !== null) inHour(log, downMs).downs++;
  if (begins) {
    log.flapsSinceMs = downMs;
    log.hours = [{ hour: 0, downs: 0, silentMs: 0 }];
  }
  log.outages.push({ heardMs, downMs, backMs: null, isTold, isLong: isTold && isLong });
  if (isTold) tell(log, `${begins ? 'flapping' : 'down'}${n === 0 ? '' : ` ${n}`}`);
}

export function cameBack(log: IncidentLog, backMs: number, gaps: readonly BlindGap[]): void {
  const outage = log.outages.at(-1);
  if (outage === undefined || outage.backMs !== null) return;
  outage.backMs = backMs;
  log.silentMs += observedMs(outage.heardMs, backMs, gaps);
  if (log.flapsSinceMs !== null) {
    const entry = inHour(log, backMs);
    const startMs = log.flapsSinceMs + entry.hour * hourMs;
    entry.silentMs += observedMs(Math.max(startMs, outage.heardMs), backMs, gaps);
  }
  if (outage.isTold) log.recovery = `recovering ${log.outages.length - 1}`;
}

/** A silence that lasts is told after all; an hour that is over is summed up. Returns what the hour was like. */
export function passed(log: IncidentLog, due: Due, gaps: readonly BlindGap[]): IncidentNews['hour'] {
  if (due.kind === 'reminded' || due.kind === 'escalated') {
    remind(log.reminders, due);
    log.recovery = null;
    return null;
  }
  const outage = log.outages.at(-1);
  if (due.kind === 'silent' && outage !== undefined) {
    Object.assign(outage, { isTold: true, isLong: true });
    tell(log, `silence ${log.outages.length - 1}`);
  }
  const last = log.hours.at(-1);
  if (due.kind !== 'summed-up' || last === undefined) return null;
  const fromMs = (log.flapsSinceMs ?? 0) + last.hour * hourMs;
  const goesOnMs =
    outage?.backMs === null ? observedMs(Math.max(fromMs, outage.heardMs), fromMs + hourMs, gaps) : 0;
  log.hours.push({ hour: last.hour + 1, downs: 0, silentMs: 0 });
  tell(log, `summary ${due.atMs}`);
  return { fromMs, downs: last.downs, silentMs: last.silentMs + goesOnMs };
}

function tell(log: IncidentLog, name: string): void {
  log.names.push(name);
  log.recovery = null;
  log.reminders.isLast = false;
}

/** The entry of the hour in which something happens; what is found late belongs to the hour in which it is. */
function inHour(log: IncidentLog, atMs: number) {
  const last = log.hours.at(-1) ?? { hour: 0, downs: 0, silentMs: 0 };
  const hour = Math.max(last.hour, Math.floor((atMs - (log.flapsSinceMs ?? atMs)) / hourMs));
  if (hour > last.hour || log.hours.length === 0) log.hours.push({ hour, downs: 0, silentMs: 0 });
  return log.hours.at(-1) ?? last;
}

/** What the monitor must have written of all this. */
export function bookOf(log: IncidentLog): Pick<Incident, 'silentMs' | 'silentSinceMs' | 'flapping' | 'told'> {
  const reminder = lastReminder(log.reminders);
  const outage = log.outages.at(-1);
  const last = log.hours.at(-1);
  const sinceMs = log.flapsSinceMs;
  return {
    silentMs: log.silentMs,
    silentSinceMs: outage?.backMs === null ? outage.heardMs : null,
    flapping:
      sinceMs === null || last === undefined
        ? null
        : {
            sinceMs,
            hour: { fromMs: sinceMs + last.hour * hourMs, downs: last.downs, silentMs: last.silentMs },
          },
    told: {
      ...{ outage: outage?.isTold ?? false, longSilence: outage?.isLong ?? false },
      ...{ last: log.names.at(-1) ?? '', recovery: log.recovery },
      ...(reminder === null ? {} : { reminder }),
    },
  };
}
