import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../../src/channels/outbound/outcome-of-status.ts';

const nowMs = Date.UTC(2026, 10, 21, 3, 0, 0);

const headers: [string | undefined, number | undefined][] = [
  [undefined, undefined],
  ['120', 120_000],
  ['64.57', 64_570],
  [' 5 ', 5_000],
  ['Sat, 21 Nov 2026 03:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 02:00:00 GMT', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['', undefined],
  ['999999999999999999999', 3_600_000],
  ['Sat, 21 Nov 2099 03:00:30 GMT', 3_600_000],
];

describe('Retry-After', () => {
  test.each(headers)('%j asks for %j ms', (header, waitMs) => {
    expect(retryAfterMs(header, nowMs)).toBe(waitMs);
  });
});
