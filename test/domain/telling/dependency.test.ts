import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createIds } from '../../../src/domain/ids.ts';
import type { NotificationKind } from '../../../src/domain/message-kinds.ts';
import type { NeededService } from '../../../src/domain/telling/circumstances.ts';
import { decideTelling } from '../../../src/domain/telling/decide-telling.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';

const ids = createIds((text) => createHash('sha256').update(text).digest());
/** `downAfter`, D. */
const downAfterMs = 120_000;
const silentSinceMs = Date.parse('2026-11-22T14:00:00Z');
const detectedAtMs = silentSinceMs + downAfterMs;

const payments = (more: Partial<NeededService> = {}): NeededService => ({
  ...{
    serviceName: 'payments',
    status: 'Healthy',
    incidentId: null,
    downSinceMs: null,
    backAtMs: null,
    downAfterMs,
  },
  lastBeatAtMs: detectedAtMs + 1,
  ...more,
});
const down = payments({
  ...{ status: 'Down', incidentId: 'incident-1', lastBeatAtMs: silentSinceMs, downSinceMs: detectedAtMs },
});

interface Looked {
  afterMs?: number;
  kind?: string;
  held?: string;
  state?: 'open' | 'recovering' | 'resolved';
}

/** What becomes of the message, so long after its outage was found. */
function decide(needed: NeededService[], { afterMs = 0, kind = 'down', held, state = 'open' }: Looked = {}) {
  const row = rowFor({ ids });
  const message = { ...row.message, detectedAtMs, silentSinceMs } as typeof row.message;
  const because = held === undefined ? {} : { held: { sinceMs: detectedAtMs, because: held } };
  return decideTelling(
    { ...row, ...because, message, kind: kind as NotificationKind },
    {
      ...{ nowMs: detectedAtMs + afterMs, downAfterMs, silence: null, needed, group: null, wasTold: true },
      incident: { state, flaps: false, isNewest: true, acknowledgedBy: null },
    },
  );
}

describe('a Down', () => {
  test('waits while what its service needs is Down, and says for which incident', () => {
    const reason = 'depends on payments, which is Down: incident incident-1';
    for (const kind of ['down', 'flapping', 'reminder', 'escalation'])
      expect(decide([down], { kind })).toEqual({ kind: 'hold', untilMs: detectedAtMs + 30_000, reason });
    expect(decide([payments(), down], { afterMs: 3_600_000 })).toMatchObject({ kind: 'hold', reason });
  });

  test('waits for its own time after that is back, and is sent then', () => {
    const backAtMs = detectedAtMs + 60_000;
    const back = payments({ status: 'Recovered', backAtMs, lastBeatAtMs: backAtMs });
    const reason = 'depends on payments, which is back since 14:03 UTC';
    expect(decide([back], { afterMs: 70_000 })).toMatchObject({ kind: 'hold', reason });
    expect(decide([back], { afterMs: 60_000 + downAfterMs - 10 })).toMatchObject({
      untilMs: backAtMs + downAfterMs,
    });
    expect(decide([back], { afterMs: 60_000 + downAfterMs })).toEqual({ kind: 'send' });
  });

  test('is not explained by what went Down more than its own time later', () => {
    const later = { ...down, downSinceMs: detectedAtMs + downAfterMs + 1 };
    expect(decide([later], { afterMs: downAfterMs + 2 })).toEqual({ kind: 'send' });
  });

  test('is sent at once if what it needs was back before its own outage began', () => {
    const back = payments({ backAtMs: silentSinceMs - 1, status: 'Recovered' });
    expect(decide([back])).toEqual({ kind: 'send' });
  });

  test('waits to find out whether what it needs is Down too, until that is heard or the time is over', () => {
    const lastBeatAtMs = detectedAtMs - 10_000;
    const reason = 'depends on payments, which may be Down too: last heard at 14:01 UTC';
    expect(decide([payments({ lastBeatAtMs })])).toEqual({
      ...{ kind: 'hold', untilMs: detectedAtMs + 5_000, reason },
    });
    expect(decide([payments({ lastBeatAtMs })], { afterMs: downAfterMs })).toEqual({ kind: 'send' });
    expect(decide([payments({ lastBeatAtMs: detectedAtMs + 1 })])).toEqual({ kind: 'send' });
  });

  test('does not wait for what would be Down too late in any case', () => {
    const slow = payments({ lastBeatAtMs: detectedAtMs - 10_000, downAfterMs: 10 * downAfterMs });
    expect(decide([slow])).toEqual({ kind: 'send' });
  });

  test.each(['Pending', 'Stopped'] as const)('is sent though what it needs is %s', (status) => {
    expect(decide([payments({ status, lastBeatAtMs: silentSinceMs })])).toEqual({ kind: 'send' });
  });

  test('is suppressed with its reason when it is over', () => {
    const held = 'depends on payments, which is Down: incident incident-1';
    expect(decide([down], { held, state: 'resolved' })).toEqual({
      kind: 'suppress',
      reason: 'recovered while it waited: depends on payments, which was Down: incident incident-1',
    });
  });
});

test.each(['recovering', 'resolved', 'degraded', 'health'])('a message of "%s" never waits', (kind) => {
  expect(decide([down], { kind })).toEqual({ kind: 'send' });
});
