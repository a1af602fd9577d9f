import { expect, test } from 'vitest';
import { answerOf } from '../src/api/answer-of.ts';
import { retryAfterMs } from '../src/api/retry-after-ms.ts';
import { afterAnswer } from '../src/pacing/after-answer.ts';
import { backOffMs } from '../src/pacing/back-off-ms.ts';
import { followInterval, registeredInterval } from '../src/pacing/interval.ts';
import { spreadMs } from '../src/pacing/spread-ms.ts';
import { wire } from './support/wire.ts';

interface Vectors {
  answers: { to: 'register' | 'heartbeat'; status: number; then: string; readsKeyAgain?: boolean }[];
  backOff: { intervalMs: number; failures: number; random: number; retryAfterMs?: number; waitMs: number }[];
  retryAfter: { header: string; now?: string; waitMs: number | null }[];
  interval: { configuredMs: number; asked: (number | null)[]; registeredMs: number; intervalMs: number }[];
  nextHeartbeat: { intervalMs: number; random: number; nextHeartbeatSeconds?: number; waitMs: number }[];
}

const vectors = wire('retry-vectors') as unknown as Vectors;

test.for(vectors.answers)('$status to a $to leads to $then', ({ to, status, then, ...more }) => {
  const reply = { kind: 'reply', status, text: '{}', retryAfter: null, location: null } as const;
  const answer = answerOf(reply, (body) => body);
  expect(afterAnswer(answer.kind, { to, isSpare: false, isFresh: false })).toBe(then);
  expect(answer.kind === 'unauthorized').toBe(more.readsKeyAgain ?? false);
});

test.for(vectors.backOff)(
  'failure $failures at $intervalMs ms with chance $random waits $waitMs ms',
  (vector) => {
    expect(backOffMs({ ...vector, retryAfterMs: vector.retryAfterMs ?? null })).toBe(vector.waitMs);
  },
);

test.for(vectors.retryAfter)('Retry-After "$header" asks for $waitMs ms', ({ header, now, waitMs }) => {
  expect(retryAfterMs(header, Date.parse(now ?? '2026-11-21T12:00:00.000Z'))).toBe(waitMs);
});

test.for(vectors.nextHeartbeat)(
  'an asked interval of $nextHeartbeatSeconds s is kept after $waitMs ms',
  (vector) => {
    const { intervalMs, nextHeartbeatSeconds = null } = vector;
    const { currentMs } = followInterval(registeredInterval(intervalMs), intervalMs, nextHeartbeatSeconds);
    expect(spreadMs(currentMs, vector.random)).toBe(vector.waitMs);
  },
);

test.for(vectors.interval)('$configuredMs ms asked for $asked s is $intervalMs ms', (vector) => {
  const { configuredMs } = vector;
  let interval = registeredInterval(configuredMs);
  for (const seconds of vector.asked) {
    interval = followInterval(interval, configuredMs, seconds);
    if (interval.wantedMs !== null) interval = registeredInterval(interval.wantedMs);
  }
  expect(interval).toMatchObject({ registeredMs: vector.registeredMs, currentMs: vector.intervalMs });
});
