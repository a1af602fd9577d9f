import { describe, expect, test } from 'vitest';
import { advanceIncident, type Incident, openIncident } from '../../../src/domain/incident.ts';
import { nextTurn } from '../../../src/domain/incident-turn.ts';
import { nextReminders, type ReminderTurn } from '../../../src/domain/reminding/next-reminder.ts';
import type { EscalationStep, ReminderRules } from '../../../src/domain/reminding/reminder-rules.ts';
import { unanswered } from '../../../src/domain/reminding/unanswered.ts';

const minute = 60_000;
const rules: ReminderRules = { everyMs: 30 * minute, backOff: 2, longestMs: 90 * minute };
const steps: EscalationStep[] = [
  { afterMs: 15 * minute, channels: ['pager'] },
  { afterMs: 45 * minute, channels: ['boss', 'pager'] },
];

/** Down at 0, as it was found. */
const opened = openIncident(
  {
    ...{ incidentId: 'i', serviceId: 's', serviceName: 'orders', environment: 'production' },
    ...{ startedAtMs: -2 * minute, detectedAtMs: 0, before: null },
  },
  'Degraded',
  { to: 'Down', atMs: 0 },
  { outages: 1, lastHeardAtMs: -2 * minute, gaps: [] },
);

const remindersOf = (incident: Incident, gaps: { fromMs: number; toMs: number }[] = []) =>
  nextReminders(incident, { reminders: rules, escalation: [] }, gaps);
const escalationOf = (incident: Incident, escalation = steps) =>
  nextReminders(incident, { reminders: null, escalation }, []);
const minutesOf = (turns: readonly ReminderTurn[]) => turns.map(({ atMs }) => atMs / minute);

function afterAll(incident: Incident): number[] {
  const found: number[] = [];
  let now = incident;
  for (let n = 0; n < 5; n++) {
    const [turn] = remindersOf(now);
    if (turn === undefined) break;
    found.push(turn.atMs / minute);
    now = unanswered.reminded(now, turn.atMs);
  }
  return found;
}

describe('reminders', () => {
  test('come after the message of the outage, each later than the one before, up to the longest wait', () => {
    expect(afterAll(opened)).toEqual([30, 90, 180, 270, 360]);
  });

  test('have names of their own, and the message after one of them is sent after it', () => {
    const twice = unanswered.reminded(unanswered.reminded(opened, 1), 2);
    expect(twice.told).toMatchObject({ last: 'down', reminder: 'reminder 2', recovery: null });
  });

  test('wait while we cannot hear: that says nothing about the service', () => {
    const gap = { fromMs: 10 * minute, toMs: 70 * minute };
    expect(minutesOf(remindersOf(opened, [gap]))).toEqual([90]);
  });

  test('begin anew with each outage that is told', () => {
    const tired = unanswered.reminded(unanswered.reminded(opened, 30 * minute), 90 * minute);
    expect(minutesOf(remindersOf(tired))).toEqual([180]);
    expect(minutesOf(remindersOf(unanswered.toldAnew(tired, 100 * minute)))).toEqual([130]);
  });

  test('end with the acknowledgement, for the whole incident', () => {
    const acknowledged = { ...opened, acknowledged: { by: 'ada', atMs: 1, note: null } };
    expect(remindersOf(acknowledged)).toEqual([]);
    expect(escalationOf(acknowledged)).toEqual([]);
  });

  test('are not for a service that is heard, nor for an outage that is only in the hourly summary', () => {
    const course = { outages: 1, lastHeardAtMs: 0, gaps: [] };
    const up = advanceIncident(opened, 'Down', { to: 'Recovered', atMs: minute }, course).incident;
    expect(remindersOf(up)).toEqual([]);
    expect(escalationOf(up)).toEqual([]);
    expect(remindersOf({ ...opened, told: { ...opened.told, outage: false } })).toEqual([]);
  });
});

describe('an escalation', () => {
  test('takes one step after the other, counted from the beginning of the incident', () => {
    const [first] = escalationOf(opened);
    expect(first).toEqual({ kind: 'escalated', atMs: 15 * minute, step: steps[0] });
    const once = unanswered.escalated(opened, { afterMs: 15 * minute, channels: ['pager'] });
    expect(minutesOf(escalationOf(once))).toEqual([45]);
    const twice = unanswered.escalated(once, { afterMs: 45 * minute, channels: ['boss', 'pager'] });
    expect(escalationOf(twice)).toEqual([]);
    expect(twice.unanswered).toMatchObject({ messages: 2, escalatedTo: ['pager', 'boss'] });
    expect(twice.told.reminder).toBe('escalation 2');
  });

  test('is due also in an outage that is only in the hourly summary', () => {
    const untold = { ...opened, told: { ...opened.told, outage: false } };
    expect(minutesOf(escalationOf(untold))).toEqual([15]);
  });

  test('does not begin anew with a relapse', () => {
    const once = unanswered.escalated(opened, { afterMs: 15 * minute, channels: ['pager'] });
    expect(minutesOf(escalationOf(unanswered.toldAnew(once, 100 * minute)))).toEqual([45]);
  });

  test('follows a changed file: only who was not reached yet is told of a step that is over', () => {
    const late = unanswered.escalated(opened, { afterMs: 45 * minute, channels: ['boss'] });
    const [turn] = escalationOf(late, [{ afterMs: 20 * minute, channels: ['boss', 'pager'] }]);
    expect(turn).toMatchObject({ step: { channels: ['pager'] } });
    expect(escalationOf(late, [{ afterMs: 20 * minute, channels: ['boss'] }])).toEqual([]);
  });
});

describe('a reminder and an escalation', () => {
  const both = (incident: Incident, afterMs: number) =>
    nextReminders(incident, { reminders: rules, escalation: [{ afterMs, channels: ['pager'] }] }, []);
  const of = (turns: readonly ReminderTurn[]) => turns.map(({ kind, atMs }) => `${kind} ${atMs / minute}`);

  test('that are due at once are said in this order: the escalation, and then to whom it did not go', () => {
    expect(of(both(opened, 30 * minute))).toEqual(['escalated 30', 'reminded 30']);
  });

  test('are due together if the reminder is only a little earlier', () => {
    expect(of(both(opened, 30.4 * minute))).toEqual(['escalated 30.4', 'reminded 30.4']);
    expect(of(both(opened, 31 * minute))).toEqual(['escalated 31', 'reminded 30']);
    expect(of(both(opened, 29 * minute))).toEqual(['escalated 29', 'reminded 30']);
  });

  test('that are both overdue are said in this order, whichever was due first', () => {
    const gone = { count: 1, quietSinceMs: null };
    const service = { timing: { intervalMs: 1, graceMs: 1, downAfterMs: 4, recoveryWindowMs: 1 } };
    const reminding = { reminders: rules, escalation: [{ afterMs: 45 * minute, channels: ['pager'] }] };
    const next = (nowMs: number) => nextTurn(opened, gone, service as never, [], reminding, nowMs)?.kind;
    expect(next(31 * minute)).toBe('reminded');
    expect(next(60 * minute)).toBe('escalated');
  });
});

describe('while the message of an outage is held', () => {
  test('nothing follows it', () => {
    const held = unanswered.heldBack(opened, 70 * minute);
    expect(minutesOf(remindersOf(held))).toEqual([70]);
    expect(minutesOf(escalationOf(held))).toEqual([70]);
  });

  test('and when it is told, everything counts from then', () => {
    const told = unanswered.toldLate(unanswered.heldBack(opened, 70 * minute), 60 * minute);
    expect(minutesOf(remindersOf(told))).toEqual([90]);
    expect(minutesOf(escalationOf(told))).toEqual([75]);
    expect(told.unanswered).not.toHaveProperty('heldUntilMs');
  });

  test('and the service is Down anew, the message of that is not', () => {
    const anew = unanswered.toldAnew(unanswered.heldBack(opened, 70 * minute), 60 * minute);
    expect(minutesOf(remindersOf(anew))).toEqual([90]);
  });
});
