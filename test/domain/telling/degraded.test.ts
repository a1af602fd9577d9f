import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createIds } from '../../../src/domain/ids.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import type { ServiceStatus } from '../../../src/domain/status.ts';
import type { Circumstances } from '../../../src/domain/telling/circumstances.ts';
import { decideTelling } from '../../../src/domain/telling/decide-telling.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';

const ids = createIds((text) => createHash('sha256').update(text).digest());
const createdAtMs = Date.parse('2026-11-22T14:00:00Z');
const downAfterMs = 8_000;

interface Looked {
  healthy?: number;
  afterMs?: number;
  more?: Partial<Circumstances>;
  isHeld?: boolean;
}

/** What becomes of "[Degraded] orders" when its service is so. */
function decide(status: ServiceStatus, { healthy = 0, afterMs = 0, more = {}, isHeld = false }: Looked = {}) {
  const row = rowFor({ ids }, { createdAtMs });
  const message = { ...row.message, kind: 'degraded', isOver: false } as unknown as Notification['message'];
  const counts = { Pending: 0, Healthy: healthy, Degraded: 1, Down: 0, Recovered: 0 };
  const nowMs = createdAtMs + afterMs;
  return decideTelling(
    {
      ...row,
      kind: 'degraded',
      message,
      ...(isHeld ? { held: { sinceMs: createdAtMs, because: 'x' } } : {}),
    },
    {
      ...{ nowMs, downAfterMs, silence: null, needed: [], incident: null, group: null, wasTold: true },
      ...{ standing: { status, counts }, ...more },
    },
  );
}

test('that a service is Degraded is sent at once while some of its instances are on time', () => {
  expect(decide('Degraded', { healthy: 1 })).toEqual({ kind: 'send' });
});

test('if none is on time it waits for a look, and is sent if the service is not Down by then', () => {
  const reason = 'no instance is on time: it may be Down soon';
  expect(decide('Degraded')).toEqual({ kind: 'hold', untilMs: createdAtMs + 2_000, reason });
  expect(decide('Degraded', { afterMs: 2_000, isHeld: true })).toEqual({ kind: 'send' });
});

test('it is suppressed when the service is Down: its incident says it, whoever tells that', () => {
  const reason = 'the service is Down: its incident says how it is';
  expect(decide('Down')).toEqual({ kind: 'suppress', reason });
  expect(decide('Down', { afterMs: 2_000, isHeld: true })).toEqual({ kind: 'suppress', reason });
});

test('it is suppressed when it is over after it waited', () => {
  const reason = 'the service was not Degraded any more when it was due';
  expect(decide('Healthy', { afterMs: 2_000, isHeld: true })).toEqual({ kind: 'suppress', reason });
});

test('it is suppressed while what the service needs is Down', () => {
  const payments = { serviceName: 'payments', status: 'Down', incidentId: 'incident-1' } as const;
  const times = { downSinceMs: createdAtMs, backAtMs: null, lastBeatAtMs: 1, downAfterMs };
  expect(decide('Degraded', { healthy: 1, more: { needed: [{ ...payments, ...times }] } })).toEqual({
    ...{ kind: 'suppress', reason: 'depends on payments, which is Down: incident incident-1' },
  });
});
