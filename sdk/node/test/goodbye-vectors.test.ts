import { expect, test } from 'vitest';
import { answerOf } from '../src/api/answer-of.ts';
import { parseReply } from '../src/api/parse-reply.ts';
import { goodbye } from '../src/pacing/goodbye.ts';
import { isMeant } from '../src/session/is-meant.ts';
import { wire } from './support/wire.ts';

interface Vectors {
  answers: { status: number | null; body: string; then: string }[];
  waits: { failures: number; random: number; leftMs: number; retryAfterMs?: number; waitMs: number | null }[];
  attempts: { leftMs: number; timeoutMs: number }[];
  says: { exitCode: number | null; crashed: boolean; goodbye: boolean }[];
}

const vectors = wire('goodbye-vectors') as unknown as Vectors;

test.for(vectors.says)('exit code $exitCode, crashed $crashed: goodbye $goodbye', (vector) => {
  expect(isMeant({ exitCode: vector.exitCode, hasCrashed: vector.crashed })).toBe(vector.goodbye);
});

test.for(vectors.answers)('$status with "$body" to a goodbye leads to $then', ({ status, body, then }) => {
  const exchange =
    status === null
      ? ({ kind: 'no-reply', reason: 'reset' } as const)
      : ({ kind: 'reply', status, text: body, retryAfter: null, location: null } as const);
  expect(goodbye.stepAfter(answerOf(exchange, parseReply.stop).kind)).toBe(then);
});

test.for(vectors.waits)('failure $failures of a goodbye with $leftMs ms left waits $waitMs ms', (vector) => {
  expect(goodbye.waitMs({ ...vector, retryAfterMs: vector.retryAfterMs ?? null })).toBe(vector.waitMs);
});

test.for(vectors.attempts)('an attempt with $leftMs ms left takes $timeoutMs ms', ({ leftMs, timeoutMs }) => {
  expect(goodbye.attemptMs(leftMs)).toBe(timeoutMs);
});
