import type { Incident } from '../../src/domain/incident.ts';
import { idBelow, type ReferenceLog, type RowLog, standingOf } from './reference-log.ts';
import type { Silences } from './silences.ts';
import type { SimulationRules } from './simulation-rules.ts';

/** What must become of a message before its first attempt. */
export type DueDecision = { kind: 'decided' | 'suppress' } | { kind: 'hold'; untilMs: number };

const isEnd = ({ kind }: RowLog) => kind === 'recovering' || kind === 'resolved';
const isReminder = ({ kind }: RowLog) => kind === 'reminder' || kind === 'escalation';

/** The rules of silence once more: by what is logged of the incident and its messages, and by what was declared. */
export function dueDecision(
  log: ReferenceLog,
  row: RowLog,
  rules: SimulationRules,
  silences: Silences,
  nowMs: number,
): DueDecision {
  if (isEnd(row)) return { kind: heardOf(log, row) ? 'decided' : 'suppress' };
  const incident = log.incidents.get(row.incidentId);
  const service = log.services.get(incident?.serviceId ?? '')?.serviceName ?? '';
  const silence = silences.of(service, nowMs);
  if (isReminder(row) && isNeedless(log, row, rules, silence !== null)) return { kind: 'suppress' };
  if (!isReminder(row) && row.isHeld && isStale(incident, row, silence !== null)) return { kind: 'suppress' };
  if (silence === null) return { kind: 'decided' };
  const longestMs = Math.min(30_000, rules.timing.downAfterMs / 4);
  return { kind: 'hold', untilMs: Math.ceil(Math.min(silence.untilMs, nowMs + longestMs)) };
}

/** Whether nobody is to be reminded, or was told just now. */
function isNeedless(log: ReferenceLog, row: RowLog, rules: SimulationRules, isSilent: boolean): boolean {
  if (isAnswered(log.incidents.get(row.incidentId), row)) return true;
  return isSilent ? row.kind === 'reminder' : wasJustTold(log, row, rules);
}

/** Whether a message that is tried again is for nobody any more. */
export const isUnwanted = (log: ReferenceLog, row: RowLog): boolean =>
  isAnswered(log.incidents.get(row.incidentId), row);

/** Whether its channel was told of the outage since it was planned; a reminder says nothing shortly after that either. */
function wasJustTold(log: ReferenceLog, row: RowLog, { timing }: SimulationRules): boolean {
  const leastMs = Math.min(row.kind === 'reminder' ? 30_000 : 1_000, timing.downAfterMs / 4);
  for (let before = log.rows.get(row.afterId ?? ''); before !== undefined; ) {
    if (isEnd(before)) return false;
    const end = before.attempts.at(-1)?.end;
    if (end?.kind === 'sent') return end.atMs + leastMs > row.plannedMs;
    before = log.rows.get(before.afterId ?? '');
  }
  return false;
}

/** Whether what was held is no news any more: it is over, something newer is told, or it is up at the end. */
function isStale(incident: Incident | undefined, row: RowLog, isSilent: boolean): boolean {
  if (incident === undefined || incident.state === 'resolved') return true;
  const newest = idBelow(row.incidentId, 'notification', incident.told.last, row.channelId);
  if (newest !== row.notificationId) return true;
  const isUp = incident.state === 'recovering' && (row.kind === 'down' || incident.flapping === null);
  return isUp && !isSilent;
}

/** Whether nobody needs to be reminded any more: it is up, somebody works on it, or a newer reminder says it. */
function isAnswered(incident: Incident | undefined, row: RowLog): boolean {
  if (incident?.state !== 'open' || incident.acknowledged !== null) return true;
  if (row.kind === 'escalation') return false;
  const newest = incident.told.reminder ?? incident.told.last;
  return idBelow(row.incidentId, 'notification', newest, row.channelId) !== row.notificationId;
}

/** Whether its channel heard of the outage that ends; where a row was lost it may have. */
function heardOf(log: ReferenceLog, end: RowLog): boolean {
  if (end.afterId === null) return false;
  const before = log.rows.get(end.afterId);
  if (before === undefined) return true;
  if (isEnd(before)) return heardOf(log, { ...before, kind: end.kind });
  if (standingOf(before).state !== 'suppressed') return true;
  return (end.kind === 'resolved' || isReminder(before)) && heardOf(log, { ...before, kind: end.kind });
}
