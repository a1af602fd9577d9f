import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createIds } from '../../../src/domain/ids.ts';
import { asDecided } from '../../../src/domain/telling/as-decided.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';

const ids = createIds((text) => createHash('sha256').update(text).digest());
const times = { detectedAtMs: 20_000, silentMs: 24_000, ownSilentMs: 24_000, unacknowledgedMs: 20_000 };

function row(kind: 'down' | 'escalation' | 'reminder', decidedAtMs?: number) {
  const planned = rowFor({ ids }, { kind });
  const message = { ...planned.message, ...times } as typeof planned.message;
  return { ...planned, message, ...(decidedAtMs === undefined ? {} : { decidedAtMs }) };
}

test.each(['escalation', 'reminder'] as const)('"%s" that waited has the times of its sending', (kind) => {
  expect(asDecided(row(kind, 65_000))).toMatchObject({
    ...{ detectedAtMs: 65_000, silentMs: 69_000, ownSilentMs: 69_000, unacknowledgedMs: 65_000 },
  });
});

test('the times of a Down are those of the outage', () => {
  expect(asDecided(row('down', 65_000))).toMatchObject(times);
});

test('what was decided at once is sent as it was planned', () => {
  expect(asDecided(row('reminder', 20_000))).toMatchObject(times);
  expect(asDecided(row('reminder'))).toMatchObject(times);
});
