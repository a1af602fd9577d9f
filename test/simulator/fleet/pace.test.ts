import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Interval, pace } from '../../../src/simulator/fleet/pace.ts';

interface Vectors {
  answers: { to: 'register' | 'heartbeat'; status: number; then: string }[];
  backOff: { intervalMs: number; failures: number; random: number; retryAfterMs?: number; waitMs: number }[];
  retryAfter: { header: string; now?: string; waitMs: number | null }[];
  interval: { configuredMs: number; asked: (number | null)[]; registeredMs: number; intervalMs: number }[];
  nextHeartbeat: { intervalMs: number; random: number; nextHeartbeatSeconds?: number; waitMs: number }[];
}

// The pretended fleet is held to what the SDKs are held to.
const path = new URL('../../wire/retry-vectors.json', import.meta.url);
const vectors = JSON.parse(readFileSync(path, 'utf8')) as Vectors;

test.for(vectors.answers)('$status to a $to leads to $then', ({ to, status, then }) => {
  expect(pace.stepAfter(status, { to, isSpare: false, isFresh: false })).toBe(then);
});

test.for(vectors.backOff)(
  'failure $failures at $intervalMs ms with chance $random waits $waitMs ms',
  (vector) => {
    expect(pace.backOffMs({ ...vector, retryAfterMs: vector.retryAfterMs ?? null })).toBe(vector.waitMs);
  },
);

test.for(vectors.retryAfter)('Retry-After "$header" asks for $waitMs ms', ({ header, now, waitMs }) => {
  expect(pace.retryAfterMs(header, Date.parse(now ?? '2026-11-21T12:00:00.000Z'))).toBe(waitMs);
});

test.for(vectors.nextHeartbeat)(
  'an asked interval of $nextHeartbeatSeconds s is kept after $waitMs ms',
  (vector) => {
    const registered = { registeredMs: vector.intervalMs, intervalMs: vector.intervalMs, longerAnswers: 0 };
    const { intervalMs } = pace.follow(registered, vector.intervalMs, vector.nextHeartbeatSeconds);
    expect(pace.spreadMs(intervalMs, vector.random)).toBe(vector.waitMs);
  },
);

test.for(vectors.interval)('$configuredMs ms asked for $asked s is $intervalMs ms', (vector) => {
  const { configuredMs } = vector;
  let interval: Interval = { registeredMs: configuredMs, intervalMs: configuredMs, longerAnswers: 0 };
  for (const seconds of vector.asked) {
    const { registeredMs } = interval;
    interval = pace.follow(interval, configuredMs, seconds);
    if (interval.registeredMs !== registeredMs) interval.intervalMs = interval.registeredMs;
  }
  expect(interval).toMatchObject({ registeredMs: vector.registeredMs, intervalMs: vector.intervalMs });
});
