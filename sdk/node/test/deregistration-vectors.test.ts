import { expect, test } from 'vitest';
import { answerOf } from '../src/api/answer-of.ts';
import { parseReply } from '../src/api/parse-reply.ts';
import { deregistration } from '../src/pacing/deregistration.ts';
import { isMeant } from '../src/session/is-meant.ts';
import { wire } from './support/wire.ts';

interface Vectors {
  answers: { status: number | null; body: string; then: string }[];
  waits: { failures: number; random: number; leftMs: number; retryAfterMs?: number; waitMs: number | null }[];
  attempts: { leftMs: number; timeoutMs: number }[];
  ends: { exitCode: number | null; crashed: boolean; deregisters: boolean }[];
}

const vectors = wire('deregistration-vectors') as unknown as Vectors;

test.for(vectors.ends)('exit code $exitCode, crashed $crashed: deregisters $deregisters', (vector) => {
  expect(isMeant({ exitCode: vector.exitCode, hasCrashed: vector.crashed })).toBe(vector.deregisters);
});

test.for(vectors.answers)(
  '$status with "$body" to a deregistration leads to $then',
  ({ status, body, then }) => {
    const exchange =
      status === null
        ? ({ kind: 'no-reply', reason: 'reset' } as const)
        : ({ kind: 'reply', status, text: body, retryAfter: null, location: null } as const);
    expect(deregistration.stepAfter(answerOf(exchange, parseReply.stop).kind)).toBe(then);
  },
);

test.for(vectors.waits)(
  'failure $failures of a deregistration with $leftMs ms left waits $waitMs ms',
  (vector) => {
    expect(deregistration.waitMs({ ...vector, retryAfterMs: vector.retryAfterMs ?? null })).toBe(
      vector.waitMs,
    );
  },
);

test.for(vectors.attempts)('an attempt with $leftMs ms left takes $timeoutMs ms', ({ leftMs, timeoutMs }) => {
  expect(deregistration.attemptMs(leftMs)).toBe(timeoutMs);
});
