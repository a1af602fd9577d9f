import { expect, test } from 'vitest';
import { parseMonitorFile } from '../../src/config/monitor-file.ts';

test.each([
  ['2026-12-24', 1],
  ['2026-12-24T18:00:00Z', 0],
])('a maintenance that begins at %j has %i errors: a date says no time', (startsAt, errorCount) => {
  const errors: string[] = [];
  parseMonitorFile(
    `maintenance: [{ match: { service: a }, startsAt: "${startsAt}", endsAt: "2026-12-24T20:00:00Z" }]`,
    {},
    errors,
    { intervalMs: 30_000, downAfterMs: 120_000 },
  );
  expect(errors).toEqual(
    ['maintenance[0].startsAt: must be a time in quotes, such as "2026-12-24T18:00:00Z"'].slice(
      0,
      errorCount,
    ),
  );
});
