import type { Beat, MemberTruth } from '../../../bench/support/start-fleet.ts';
import type { InstanceChanged } from '../../../src/domain/events.ts';
import type { Silence } from '../stage/history.ts';
import { dueAt } from './due-at.ts';
import type { Evidence, Findings, MistakeKind } from './evidence.ts';

/** The figure: a dead instance is Down at most so long after its deadline in view. */
const promiseMs = 2_000;

/** A heartbeat that is on its way while the deadline passes proves nothing. */
const raceMs = 200;

interface Down {
  committedAtMs: number;
  /** The moment that the monitor gives, by this machine's clock where that is to be known. */
  atMs: number;
  silentSinceMs: number;
}

export interface DownFindings extends Findings {
  /** From each deadline to the commit of its Down, in ms. */
  latenessMs: number[];
}

/** Every Down against the truth: is it true, is it in time, is it there, and only once? */
export function judgeDowns(evidence: Evidence): DownFindings {
  const findings: DownFindings = { mistakes: [], latenessMs: [] };
  for (const member of evidence.members) {
    const silences = evidence.silences.filter(({ n }) => n === member.n);
    const downs = downsOf(member, evidence, findings);
    for (const down of downs) judgeTruth(down, member, silences, evidence, findings);
    for (const silence of silences) judgeSilence(silence, member, downs, evidence, findings);
  }
  return findings;
}

/** A member's Downs; one that was found again after Redis lost it counts once, two in a row are a mistake. */
function downsOf(member: MemberTruth, { events, allows }: Evidence, findings: DownFindings): Down[] {
  const downs: Down[] = [];
  let isDown = false;
  for (const { committedAtMs, event } of events) {
    if (event.type !== 'instance.changed' || event.instanceId !== member.instanceId) continue;
    const wasDown = isDown;
    isDown = event.to === 'Down';
    if (!isDown) continue;
    const last = downs.at(-1);
    if (!wasDown) downs.push(toDown(event, committedAtMs, allows.clockShifts === true));
    else if (allows.lostWrites === undefined || last?.silentSinceMs !== event.silentSinceMs)
      tell(findings, 'doubled', member, `was Down twice, at ${committedAtMs}`);
  }
  return downs;
}

function toDown(event: InstanceChanged, committedAtMs: number, clockShifts: boolean): Down {
  const { atMs, silentSinceMs } = event;
  return { committedAtMs, atMs: clockShifts ? committedAtMs : atMs, silentSinceMs };
}

/** A Down is false when the instance spoke, or tried to, in the time that it was said to be silent. */
function judgeTruth(
  down: Down,
  member: MemberTruth,
  silences: readonly Silence[],
  { times, allows }: Evidence,
  findings: DownFindings,
): void {
  // The last heartbeat before a blind time may be lost in it, and one period of silence with it.
  const fromMs = down.atMs - times.downAfterMs + times.intervalMs + times.graceMs;
  const spoke = member.attempts.find(
    (attempt) =>
      attempt.sentAtMs > fromMs && attempt.sentAtMs < down.atMs - raceMs && !isWithin(attempt, silences),
  );
  if (spoke) tell(findings, 'false', member, `Down at ${down.atMs}, but it beat at ${spoke.sentAtMs}`);
  if (allows.clockShifts) return;
  if (down.atMs < down.silentSinceMs + times.downAfterMs)
    tell(findings, 'false', member, `Down ${down.atMs - down.silentSinceMs} ms after its last heartbeat`);
  if (allows.lostWrites !== undefined || allows.emptied) return;
  const forgotten = member.attempts.find(
    ({ receivedAtMs }) =>
      receivedAtMs !== null && receivedAtMs > down.silentSinceMs && receivedAtMs < down.atMs,
  );
  if (forgotten)
    tell(
      findings,
      'unstored',
      member,
      `its heartbeat of ${forgotten.receivedAtMs} was taken, then forgotten`,
    );
}

/** A silence that lasted must have its Down, and in time. */
function judgeSilence(
  silence: Silence,
  member: MemberTruth,
  downs: readonly Down[],
  evidence: Evidence,
  findings: DownFindings,
): void {
  const { times, windows, allows } = evidence;
  const slackMs = evidence.slackMs + (allows.lateBy ?? 0);
  const untilMs = silence.toMs ?? Number.POSITIVE_INFINITY;
  const earlier = member.attempts.filter((attempt) => attempt.sentAtMs < untilMs);
  const heardAt = evidence.allows.clockShifts ? endOf : receivedAt;
  const taken = earlier.filter(({ status }) => status === 200).map(heardAt);
  const spokenAtMs = Math.max(silence.fromMs - times.downAfterMs, ...taken);
  const down = downs.find(
    ({ committedAtMs }) => committedAtMs > silence.fromMs && committedAtMs <= untilMs + promiseMs + slackMs,
  );
  // What was stored but never answered counts too: the client cannot know.
  const lastTryAtMs = Math.max(spokenAtMs, ...earlier.filter((a) => !isWithin(a, [silence])).map(endOf));
  const lastBeatAtMs = Math.max(spokenAtMs, Math.min(down?.silentSinceMs ?? lastTryAtMs, lastTryAtMs));
  const dueAtMs = dueAt(lastBeatAtMs, times.downAfterMs, windows);
  const graceMs = promiseMs + slackMs;
  const latestMs = dueAt(lastBeatAtMs, times.downAfterMs, windows, graceMs) + graceMs;
  if (down) {
    const lateMs = down.committedAtMs - dueAtMs;
    findings.latenessMs.push(lateMs);
    if (down.committedAtMs > latestMs) tell(findings, 'late', member, `Down ${lateMs} ms late`);
  } else if (untilMs > latestMs) {
    tell(
      findings,
      'missed',
      member,
      `silent from ${silence.fromMs} (last tried until ${lastTryAtMs}), due at ${dueAtMs}, never Down`,
    );
  }
}

/** By the monitor's clock, which is this machine's but where it is shifted. */
function receivedAt({ receivedAtMs }: Beat): number {
  return receivedAtMs ?? 0;
}

function endOf({ sentAtMs, tookMs }: Beat): number {
  return sentAtMs + tookMs;
}

function isWithin({ sentAtMs }: Beat, silences: readonly Silence[]): boolean {
  return silences.some(
    ({ fromMs, toMs }) => sentAtMs >= fromMs && sentAtMs < (toMs ?? Number.POSITIVE_INFINITY),
  );
}

function tell(findings: Findings, kind: MistakeKind, member: MemberTruth, text: string): void {
  findings.mistakes.push({ kind, text: `instance ${member.n} of ${member.serviceName}: ${text}` });
}
