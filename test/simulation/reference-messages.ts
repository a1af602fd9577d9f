import { expect } from 'vitest';
import type { StreamEntry } from '../../src/actors/ports/events.ts';
import type { Claim, ClaimOutcome } from '../../src/actors/ports/notifications.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { IncidentMessage } from '../../src/domain/messages.ts';
import type { Notification } from '../../src/domain/notification.ts';
import type { AttemptOutcome } from '../../src/domain/retry-schedule.ts';
import type { PortCall } from './gate.ts';
import { attemptsOf, idBelow, type LoggedEvent, type RowLog, standingOf } from './reference-log.ts';
import type { ReferenceWorld } from './reference-services.ts';
import { readFrom } from './reference-stream.ts';
import { type DueDecision, dueDecision, isUnwanted } from './reference-telling.ts';
import type { Silences } from './silences.ts';
import type { SimulationRules } from './simulation-rules.ts';

const waitsS = [5, 15, 60, 300, 900, 1800, 3600];
const dayMs = 24 * 3600 * 1000;

/** Takes the event out that must come next of the service of this incident: of one service they keep their order. */
function nextOf(events: LoggedEvent[], incidentId: string): LoggedEvent | undefined {
  const wanted = events.find((event) => event.incidentId === incidentId);
  const at = events.findIndex(({ serviceId }) => serviceId === wanted?.serviceId);
  return at === -1 ? undefined : events.splice(at, 1)[0];
}

/** Notifications of the model: a row for each thing that is told, and every attempt on it. */
export function createReferenceMessages(world: ReferenceWorld, rules: SimulationRules, silences: Silences) {
  /** Which events each party still has to plan. */
  const batches = new Map<string, LoggedEvent[]>();
  /** What each party plans now, by incident: services are seen to side by side. */
  const planning = new Map<string, LoggedEvent & { escalatedTo: readonly string[] }>();
  /** How the attempt under each token ended. */
  const outcomes = new Map<string, AttemptOutcome>();
  const holding = new Map<string, { token: string; row: RowLog }>();
  /** What each party must decide about what it claimed. */
  const decisions = new Map<string, DueDecision>();

  function onRead(party: string, incidentId: string, incident: Incident | null): void {
    const next = nextOf(batches.get(party) ?? [], incidentId);
    const escalatedTo = incident?.unanswered?.escalatedTo ?? [];
    if (next !== undefined) planning.set(`${party} ${next.incidentId}`, { ...next, escalatedTo });
    expect(incidentId).toBe(next?.incidentId);
    expect(incident).toEqual(world.log.incidents.get(incidentId));
  }

  function onPlan(party: string, rows: readonly Notification[]): void {
    const event = planning.get(`${party} ${rows[0]?.incidentId}`);
    if (event?.incidentId === undefined) throw new Error(`${party} plans what no event asks for`);
    const { incidentId, news } = event;
    if (news === undefined) throw new Error(`${party} plans an event without news`);
    const kinds: Record<string, string> = {
      ...{ recovering: 'recovering', resolved: 'resolved' },
      ...{ reminded: 'reminder', escalated: 'escalation' },
    };
    const isFlapping = news.flappingBegins || event.kind === 'summed-up';
    const kind = kinds[event.kind ?? ''] ?? (isFlapping ? 'flapping' : 'down');
    const idOf = (name: string, channelId: string) => idBelow(incidentId, 'notification', name, channelId);
    const named =
      kind === 'escalation' ? (news.escalation?.channels ?? []) : [...rules.routed, ...event.escalatedTo];
    const expected = rules.channelIds.map((channelId): RowLog => {
      const followsUp = rules.followUps.includes(channelId);
      const before = followsUp ? news.after.all : news.after.rest;
      return {
        ...{ notificationId: idOf(news.name, channelId), incidentId, channelId, kind },
        ...{ plannedMs: world.nowMs(), attempts: [], isHeld: false, decidedMs: null },
        suppressed: !news.isTold || !named.includes(channelId) || (kind === 'recovering' && !followsUp),
        afterId: before === null ? null : idOf(before, channelId),
      };
    });
    const shown = rows.map(({ notificationId, channelId, state, afterId, createdAtMs }) => ({
      ...{ notificationId, channelId, suppressed: state === 'suppressed', afterId, plannedMs: createdAtMs },
      kind: rows.find((row) => row.notificationId === notificationId)?.kind,
    }));
    const planned = ({ notificationId, channelId, suppressed, afterId, plannedMs, kind: of }: RowLog) => ({
      ...{ notificationId, channelId, suppressed, afterId, plannedMs, kind: of },
    });
    expect(shown).toEqual(expected.map(planned));
    for (const row of expected)
      if (!world.log.rows.has(row.notificationId)) world.log.rows.set(row.notificationId, row);
  }

  function onClaim(party: string, notificationId: string, token: string, outcome: ClaimOutcome): void {
    const now = world.nowMs();
    const row = world.log.rows.get(notificationId);
    if (row === undefined || standingOf(row).isFinal) return expect(outcome).toEqual({ kind: 'settled' });
    const waitMs = waitForFirstMs(row, now) || standingOf(row).dueMs - now;
    const made = attemptsOf(row);
    if (waitMs > 0) return expect(outcome).toEqual({ kind: 'waiting', attempts: made, delayMs: waitMs });
    // Of two that claim at once, one finds that the other was faster.
    if (outcome.kind === 'waiting') return expect(row.attempts.at(-1)?.atMs).toBe(now);
    row.attempts.push({ token, atMs: now, end: null });
    holding.set(party, { token, row });
    const attempts = attemptsOf(row);
    expect(outcome).toMatchObject({
      kind: 'claimed',
      claim: { token, nowMs: now, notification: { attempts } },
    });
  }

  /** The end is told after the beginning; one that is not planned yet is given ten seconds to come. */
  function waitForFirstMs({ afterId, plannedMs }: RowLog, now: number): number {
    const first = world.log.rows.get(afterId ?? '');
    if (first === undefined) return afterId !== null && now - plannedMs < 10_000 ? 1_000 : 0;
    const { isFinal, dueMs, state } = standingOf(first);
    if (isFinal) return 0;
    const waitMs = Math.max(250, dueMs - now);
    // Most attempts end long before their claim does.
    return state === 'sending' ? Math.min(1_000, waitMs) : waitMs;
  }

  function onSend(party: string, message: IncidentMessage, outcome: AttemptOutcome): void {
    const held = holding.get(party);
    // Nobody sends what he did not claim, or what was not decided.
    expect(message.notificationId).toBe(held?.row.notificationId);
    expect(held?.row.decidedMs).not.toBeNull();
    expect(message.kind).toBe(held?.row.kind);
    outcomes.set(held?.token ?? '', outcome);
  }

  /** What holds, suppresses or lets a message go, by who looked at how everything is just before. */
  function onDecided(party: string, name: string, claim: Claim, untilMs: unknown, isWritten: boolean): void {
    const row = world.log.rows.get(claim.notification.notificationId);
    const attempt = row?.attempts.at(-1);
    const holds = attempt?.token === claim.token && attempt.end === null;
    expect(isWritten).toBe(holds);
    const due = decisions.get(party);
    expect({ name, untilMs: name.endsWith('.hold') ? untilMs : 0 }).toEqual({
      ...{ name: `notifications.${due?.kind}`, untilMs: due?.kind === 'hold' ? due.untilMs : 0 },
    });
    if (!holds || row === undefined || due === undefined) return;
    if (due.kind === 'decided') row.decidedMs = claim.nowMs;
    if (due.kind === 'suppress') attempt.end = { kind: 'suppress', atMs: world.nowMs() };
    if (due.kind !== 'hold') return;
    attempt.end = { kind: 'hold', dueMs: due.untilMs };
    row.isHeld = true;
  }

  function onSettle(name: string, claim: Claim, delayMs: unknown, isWritten: boolean): void {
    const outcome = outcomes.get(claim.token);
    if (outcome === undefined) throw new Error('an attempt is settled that was never made');
    const row = world.log.rows.get(claim.notification.notificationId);
    const at = row?.attempts.findIndex(({ token }) => token === claim.token) ?? -1;
    const attempt = row?.attempts[at];
    const holds = row !== undefined && at === row.attempts.length - 1 && attempt?.end === null;
    expect(isWritten).toBe(holds);
    if (row === undefined) return;
    const step = afterOutcome(outcome, claim.notification.attempts, claim.nowMs - sendableMs(row));
    expect({ name, delayMs: step.kind === 'retry' ? delayMs : 0 }).toEqual({
      ...{ name: `notifications.${step.kind}`, delayMs: step.kind === 'retry' ? step.delayMs : 0 },
    });
    if (!holds || attempt === undefined) return;
    attempt.end =
      step.kind === 'retry'
        ? { kind: 'retry', dueMs: world.nowMs() + step.delayMs }
        : { kind: step.kind, atMs: world.nowMs() };
  }

  /** Since when it could be sent. */
  const sendableMs = ({ isHeld, decidedMs, plannedMs }: RowLog) =>
    isHeld && decidedMs !== null ? decidedMs : plannedMs;

  /** The simulation's chance is always in the middle: no spread. */
  function afterOutcome(outcome: AttemptOutcome, attempts: number, ageMs: number) {
    if (outcome.kind === 'sent') return { kind: 'sent' as const };
    if (outcome.permanent) return { kind: 'dead' as const };
    const delayMs = Math.max((waitsS[attempts - 1] ?? 3600) * 1000, outcome.retryAfterMs ?? 0);
    return ageMs + delayMs > dayMs ? { kind: 'dead' as const } : { kind: 'retry' as const, delayMs };
  }

  return {
    observe({ party, name, args, result }: PortCall): void {
      const [first, second] = args;
      if (name.startsWith('plan-notifications.') && Array.isArray(result)) {
        const events = readFrom(world.log, 'plan-notifications', name, result as StreamEntry[]);
        batches.set(
          party,
          events.filter(({ type }) => type === 'incident.changed'),
        );
      }
      if (name === 'incidents.read') onRead(party, first as string, result as Incident | null);
      if (name === 'notifications.plan') onPlan(party, first as Notification[]);
      if (name === 'notifications.claim')
        onClaim(party, first as string, second as string, result as ClaimOutcome);
      if (name === 'telling.circumstances') {
        const row = world.log.rows.get((first as Notification).notificationId);
        if (row === undefined) throw new Error(`${party} decides about a message that nobody planned`);
        decisions.set(party, dueDecision(world.log, row, rules, silences, second as number));
      }
      if (name === 'telling.unwanted') {
        const row = world.log.rows.get((first as Notification).notificationId);
        expect(result !== null).toBe(row !== undefined && isUnwanted(world.log, row));
        decisions.set(party, { kind: 'suppress' });
      }
      if (['notifications.decided', 'notifications.hold', 'notifications.suppress'].includes(name)) {
        const isWritten = (result as { kind: string }).kind === 'committed';
        onDecided(party, name, first as Claim, second, isWritten);
      }
      if (name === 'channel.send') onSend(party, first as IncidentMessage, result as AttemptOutcome);
      if (['notifications.sent', 'notifications.retry', 'notifications.dead'].includes(name)) {
        const isWritten = (result as { kind: string }).kind === 'committed';
        onSettle(name, first as Claim, second, isWritten);
      }
    },
  };
}
