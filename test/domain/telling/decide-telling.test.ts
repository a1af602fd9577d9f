import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../src/domain/failure-domains/cause.ts';
import { createIds } from '../../../src/domain/ids.ts';
import type { NotificationKind } from '../../../src/domain/message-kinds.ts';
import type { Circumstances } from '../../../src/domain/telling/circumstances.ts';
import { decideTelling } from '../../../src/domain/telling/decide-telling.ts';
import { needsDecision } from '../../../src/domain/telling/needs-decision.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';

const ids = createIds((text) => createHash('sha256').update(text).digest());
const nowMs = Date.parse('2026-11-22T14:00:00Z');
const minuteMs = 60_000;
const words = 'maintenance until 2026-11-22 15:00 UTC: deploy 4711 (ci)';
const silence = { untilMs: nowMs + 60 * minuteMs, words };
const held = { sinceMs: nowMs - minuteMs, because: words };
const open = { state: 'open', flaps: false, acknowledgedBy: null, isNewest: true } as const;

const now = (more: Partial<Circumstances> = {}): Circumstances => ({
  ...{ nowMs, downAfterMs: 120_000, silence: null, needed: [], incident: null, group: null, wasTold: true },
  ...more,
});
const row = (kind: NotificationKind, more = {}) => ({ ...rowFor({ ids }), ...more, kind });
const decide = (kind: NotificationKind, more: Partial<Circumstances> = {}, ofRow = {}) =>
  decideTelling(row(kind, ofRow), now(more));

describe('a message during maintenance', () => {
  test('is sent when there is none', () => {
    for (const kind of ['down', 'flapping', 'recovering', 'resolved', 'health'] as const)
      expect(decide(kind)).toEqual({ kind: 'send' });
  });

  test.each(['down', 'flapping'] as const)('"%s" is held, and looked at again within 30 s', (kind) => {
    expect(decide(kind, { silence })).toEqual({ kind: 'hold', untilMs: nowMs + 30_000, reason: words });
  });

  test('is held no longer than to its end', () => {
    const short = { ...silence, untilMs: nowMs + 700 };
    expect(decide('down', { silence: short })).toMatchObject({ kind: 'hold', untilMs: nowMs + 700 });
  });

  test('is looked at again within a quarter of the time after which a service is Down', () => {
    expect(decide('down', { silence, downAfterMs: 1_001 })).toMatchObject({ untilMs: nowMs + 251 });
  });

  test('about reported health is suppressed', () => {
    expect(decide('health', { silence })).toEqual({ kind: 'suppress', reason: `said during ${words}` });
  });

  test('about an end is sent to whom the outage was told, whatever maintenance there is', () => {
    expect(decide('recovering', { silence })).toEqual({ kind: 'send' });
    expect(decide('resolved', { silence })).toEqual({ kind: 'send' });
  });
});

test('of an incident that the message of an outage group names is not sent beside it, but its end is', () => {
  const { incidentId, channelId } = row('down');
  const incident = { incidentId, serviceId: 's', serviceName: 'cart', environment: 'production' };
  const incidents = [
    { ...incident, channels: [channelId], downAfterMs: 1, isToldAlone: false, isOver: false },
  ];
  const cause: Cause = { kind: 'host', values: ['h7'], serviceId: null };
  const group = {
    ...{ groupId: 'g', cause, incidents },
    ...{ startedAtMs: 0, lastSilentAtMs: 0, detectedAtMs: 0, endedAtMs: null, toldAtMs: 0 },
    ...{ instanceIds: new Set<string>(), silent: 9, members: 9, mostlyBackAtMs: null },
    ...{ weakenedServiceIds: [], notExplainedServiceIds: [], isChanged: false, isReminded: false },
  };
  const kept = { group, instances: 9, versionOf: null, notExplained: [], messages: 1, told: {}, due: null };
  const reason = 'part of the outage of host h7';
  expect(decide('down', { group: kept })).toEqual({ kind: 'suppress', reason, groupId: 'g' });
  expect(decide('resolved', { group: kept })).toEqual({ kind: 'send' });
});

describe('the end of an outage', () => {
  test.each(['recovering', 'resolved'] as const)('"%s" is suppressed where nobody was told of it', (kind) => {
    const reason = 'nobody was told of this outage here: its messages were suppressed';
    expect(decide(kind, { wasTold: false })).toEqual({ kind: 'suppress', reason });
    expect(decide(kind, { wasTold: false, silence })).toEqual({ kind: 'suppress', reason });
  });
});

test('that somebody acknowledged is told to whom the outage was told, also during maintenance', () => {
  expect(decide('acknowledged', { silence })).toEqual({ kind: 'send' });
  expect(decide('acknowledged', { wasTold: false })).toMatchObject({ kind: 'suppress' });
});

describe('a message that was held', () => {
  const recovered = { kind: 'suppress', reason: `recovered during ${words}` };

  test('is sent when the maintenance is over and the service is still Down', () => {
    expect(decide('down', { incident: open }, { held })).toEqual({ kind: 'send' });
  });

  test('is held on while the maintenance goes on, also while the service is heard for a moment', () => {
    for (const state of ['open', 'recovering'] as const)
      expect(decide('down', { silence, incident: { ...open, state } }, { held })).toMatchObject({
        kind: 'hold',
      });
  });

  test('is suppressed at the end of the maintenance when the service is heard again', () => {
    expect(decide('down', { incident: { ...open, state: 'recovering' } }, { held })).toEqual(recovered);
  });

  test('is suppressed as soon as the incident is over, or is not there any more', () => {
    const resolved = { ...open, state: 'resolved' } as const;
    expect(decide('down', { silence, incident: resolved }, { held })).toEqual(recovered);
    expect(decide('flapping', { incident: resolved }, { held })).toEqual(recovered);
    expect(decide('down', { incident: null }, { held })).toEqual(recovered);
  });

  test('gives way to a later message of its incident', () => {
    expect(decide('down', { incident: { ...open, isNewest: false } }, { held })).toEqual({
      kind: 'suppress',
      reason: `a later message of this incident replaces it; held during ${words}`,
    });
  });

  test('that a service flaps is still news while it is up for a moment', () => {
    const up = { ...open, state: 'recovering', flaps: true } as const;
    expect(decide('flapping', { incident: up }, { held })).toEqual({ kind: 'send' });
    expect(decide('down', { incident: up }, { held })).toEqual(recovered);
  });
});

describe('a reminder', () => {
  test.each(['reminder', 'escalation'] as const)(
    'is sent while nobody has acknowledged the incident: "%s"',
    (kind) => {
      expect(decide(kind, { incident: open })).toEqual({ kind: 'send' });
    },
  );

  test.each([
    [{ ...open, acknowledgedBy: 'ada' }, 'acknowledged by ada before it was sent'],
    [{ ...open, state: 'recovering' }, 'the service was heard again before it was sent'],
    [{ ...open, state: 'resolved' }, 'the incident was resolved before it was sent'],
    [{ ...open, isNewest: false }, 'a later message of this incident replaces it'],
    [null, 'the incident was resolved before it was sent'],
  ] as const)('is not sent if %j', (incident, reason) => {
    expect(decide('reminder', { incident })).toEqual({ kind: 'suppress', reason });
    expect(decide('escalation', { incident, silence }, { held })).toEqual({ kind: 'suppress', reason });
  });

  test('is not kept for the end of a maintenance: what is still Down is told then by its own message', () => {
    expect(decide('reminder', { silence, incident: open })).toEqual({
      ...{ kind: 'suppress', reason: `said during ${words}` },
    });
  });

  test('to more channels is held during maintenance, and sent when it is over', () => {
    expect(decide('escalation', { silence, incident: open })).toMatchObject({ kind: 'hold' });
    expect(decide('escalation', { incident: open }, { held })).toEqual({ kind: 'send' });
  });
});

describe('nothing is asked', () => {
  test('about what was decided, or replayed by an operator', () => {
    expect(needsDecision(row('down'))).toBe(true);
    expect(needsDecision(row('down', { decidedAtMs: nowMs }))).toBe(false);
    expect(needsDecision(row('down', { replay: { atMs: nowMs, attemptsBefore: 1 } }))).toBe(false);
  });

  test('about what the monitor says of itself, or tests', () => {
    const { message } = row('down');
    const own = { notificationId: 'n', incidentId: 'i', kind: 'impaired', sinceMs: 1, endedAtMs: null };
    expect(needsDecision(row('impaired', { message: { ...own, reasons: [], url: '' } }))).toBe(false);
    expect(needsDecision(row('down', { message: { ...message, environment: '~rehearsal' } }))).toBe(false);
  });
});
