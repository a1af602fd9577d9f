import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createIds } from '../../../src/domain/ids.ts';
import type { Circumstances, IncidentStanding } from '../../../src/domain/telling/circumstances.ts';
import { decideTelling } from '../../../src/domain/telling/decide-telling.ts';
import { isAskedAgain } from '../../../src/domain/telling/needs-decision.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';

const ids = createIds((text) => createHash('sha256').update(text).digest());
const nowMs = Date.parse('2026-11-22T17:06:34Z');
const open: IncidentStanding = { state: 'open', flaps: false, acknowledgedBy: null, isNewest: true };

interface Said {
  kind?: 'reminder' | 'escalation';
  createdAtMs?: number;
  stepMs?: number;
  told?: number | null;
  incident?: Partial<IncidentStanding>;
}

function decide({ kind = 'reminder', createdAtMs = nowMs, stepMs = 20_000, told = null, incident }: Said) {
  const row = rowFor({ ids }, { kind });
  const message = { ...row.message, stepMs } as typeof row.message;
  const circumstances: Circumstances = {
    ...{ nowMs, downAfterMs: 120_000, silence: null, needed: [], group: null, wasTold: true },
    ...{ incident: { ...open, ...incident }, toldHereAtMs: told },
  };
  return decideTelling({ ...row, kind, message, createdAtMs }, circumstances);
}

describe('an outage whose own message is held', () => {
  test.each(['reminder', 'escalation'] as const)('is not said again: "%s" waits', (kind) => {
    const incident = { heldUntilMs: nowMs + 90_000 };
    expect(decide({ kind, incident })).toEqual({
      ...{ kind: 'hold', untilMs: nowMs + 30_000 },
      reason: 'the outage itself is not told yet: its message is held',
    });
    expect(decide({ kind, incident: { heldUntilMs: nowMs } })).toEqual({ kind: 'send' });
  });
});

describe('an outage that was told late', () => {
  const late = { countsFromMs: nowMs - 1_000 };

  test('has no reminder that was planned before that', () => {
    expect(decide({ createdAtMs: nowMs - 5_000, incident: late })).toEqual({
      kind: 'suppress',
      reason: 'the outage was told at 17:06 UTC, and reminders count from then',
    });
    expect(decide({ createdAtMs: nowMs - 500, incident: late })).toEqual({ kind: 'send' });
  });

  test('is escalated when the step is over since then', () => {
    const planned = { kind: 'escalation' as const, createdAtMs: nowMs - 5_000, incident: late };
    expect(decide(planned)).toMatchObject({ kind: 'hold', untilMs: nowMs + 19_000 });
    expect(decide({ ...planned, stepMs: 1_000 })).toEqual({ kind: 'send' });
  });
});

describe('what says an outage again', () => {
  test.each(['reminder', 'escalation'] as const)(
    'is not sent to whom it was told since it was due: "%s"',
    (kind) => {
      expect(decide({ kind, createdAtMs: nowMs - 5_000, told: nowMs - 4_000 })).toEqual({
        kind: 'suppress',
        reason: 'the outage was told here at 17:06 UTC',
      });
    },
  );

  test('is a reminder, and comes shortly after another message: it is not sent', () => {
    const told = nowMs - 29_000;
    expect(decide({ told })).toMatchObject({ kind: 'suppress' });
    expect(decide({ told: told - 1_000 })).toEqual({ kind: 'send' });
    expect(decide({ kind: 'escalation', told })).toEqual({ kind: 'send' });
  });
});

describe('before another attempt', () => {
  const row = (kind: 'reminder' | 'down', more = {}) => ({
    ...{ ...rowFor({ ids }, { kind }), kind, decidedAtMs: nowMs, attempts: 2, state: 'pending' as const },
    ...more,
  });

  test('it is asked if a reminder is still wanted, and nothing of the news of an outage', () => {
    expect(isAskedAgain(row('reminder'))).toBe(true);
    expect(isAskedAgain(row('down'))).toBe(false);
    expect(isAskedAgain(row('reminder', { decidedAtMs: undefined }))).toBe(false);
  });

  test('nothing is asked of what the receiver may have, or an operator wants sent', () => {
    expect(isAskedAgain(row('reminder', { state: 'sending' }))).toBe(false);
    expect(isAskedAgain(row('reminder', { replay: { atMs: nowMs, attemptsBefore: 1 } }))).toBe(false);
  });
});
