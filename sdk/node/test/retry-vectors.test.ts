import { expect, test } from 'vitest';
import { answerOf } from '../src/api/answer-of.ts';
import { retryAfterMs } from '../src/api/retry-after-ms.ts';
import { afterAnswer } from '../src/pacing/after-answer.ts';
import { askedIntervalMs } from '../src/pacing/asked-interval-ms.ts';
import { backOffMs } from '../src/pacing/back-off-ms.ts';
import { spreadMs } from '../src/pacing/spread-ms.ts';
import { wire } from './support/wire.ts';

interface Vectors {
  answers: { to: 'register' | 'heartbeat'; status: number; then: string }[];
  backOff: { intervalMs: number; failures: number; random: number; retryAfterMs?: number; waitMs: number }[];
  retryAfter: { header: string; now?: string; waitMs: number | null }[];
  nextHeartbeat: { intervalMs: number; random: number; nextHeartbeatSeconds?: number; waitMs: number }[];
}

const vectors = wire('retry-vectors') as unknown as Vectors;

test.for(vectors.answers)('$status to a $to leads to $then', ({ to, status, then }) => {
  const reply = { kind: 'reply', status, text: '{}', retryAfter: null, location: null } as const;
  const answer = answerOf(reply, (body) => body);
  expect(afterAnswer(answer.kind, { to, isSpare: false, isFresh: false })).toBe(then);
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
    const intervalMs = askedIntervalMs(vector.intervalMs, vector.nextHeartbeatSeconds ?? null);
    expect(spreadMs(intervalMs, vector.random)).toBe(vector.waitMs);
  },
);
