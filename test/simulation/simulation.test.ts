import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PortCall } from './gate.ts';
import { knownLives, longLives } from './known-lives.ts';
import { blindAfterMs, liveLife } from './live-life.ts';
import { openMemoryStore } from './memory/open-memory-store.ts';
import { openRedisStore } from './open-redis-store.ts';
import { lives } from './steps.ts';

/**
 * How many lives by chance are lived in memory; on the real Redis it is one for every ten. CI lives 80, the long ones as
 * well, and all of the known ones on the real Redis, where they take three times as long.
 */
const wantedRuns = process.env['SIMULATION_RUNS'];
const numRuns = Number(wantedRuns ?? 10);
/** Without a wish the lives are the same each time: whoever looks for new faults says how many, and gets new ones. */
const seed = process.env['SIMULATION_SEED'] ?? (wantedRuns === undefined ? '1' : undefined);
/** Who only wants to know that something is wrong need not wait for the shortest example. */
const endOnFailure = process.env['SIMULATION_SHRINKS'] === 'no';
const more = { endOnFailure, ...(seed === undefined ? {} : { seed: Number(seed) }) };
const longestMs = 12 * 60 * 60 * 1000;

describe('a life of the monitor, whatever happens in it', () => {
  let redis: Awaited<ReturnType<typeof openRedisStore>>;

  beforeAll(async () => {
    redis = await openRedisStore(blindAfterMs);
  });
  afterAll(() => redis.close());

  test(
    'goes as the reference model says, call by call, and all comes right in the end',
    async () => {
      const property = fc.asyncProperty(lives(40), async (life) => {
        await liveLife(life, openMemoryStore(blindAfterMs), true);
      });
      const examples = wantedRuns === undefined ? knownLives : [...knownLives, ...longLives];
      await fc.assert(property, { ...more, examples, numRuns: examples.length + numRuns });
    },
    longestMs,
  );

  test(
    'goes on the real Redis, with the real scripts, exactly as it does in memory',
    async () => {
      const property = fc.asyncProperty(lives(25), async (life) => {
        await redis.reset();
        const real = await liveLife(life, redis, false);
        const plain = await liveLife(life, openMemoryStore(blindAfterMs), false);
        expectSameCalls(real.calls, plain.calls);
        expect(real.picture).toEqual(plain.picture);
      });
      const examples = wantedRuns === undefined ? knownLives.filter((_, at) => at % 3 === 0) : knownLives;
      await fc.assert(property, { ...more, examples, numRuns: examples.length + Math.ceil(numRuns / 10) });
    },
    longestMs,
  );
});

/** Every call of every port, with what it was given and what it answered. */
function expectSameCalls(real: readonly PortCall[], plain: readonly PortCall[]): void {
  expect(real).toHaveLength(plain.length);
  for (const [at, call] of real.entries()) {
    if (comparable(call) !== comparable(plain[at])) expect(withoutIds(call)).toEqual(withoutIds(plain[at]));
  }
}

const comparable = (call: PortCall | undefined) => JSON.stringify(withoutIds(call));

/** Each store names the entries of its streams in its own way. */
function withoutIds(call: PortCall | undefined): unknown {
  const isStream = /^(roll-up-service|plan-notifications)\./.test(call?.name ?? '');
  if (call === undefined || !isStream) return call;
  const entries = Array.isArray(call.result) ? (call.result as { event: unknown }[]) : null;
  return { ...call, args: [], result: entries?.map(({ event }) => event) };
}
