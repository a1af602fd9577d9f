import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blindAfterMs } from '../live-life.ts';
import { openRedisStore } from '../open-redis-store.ts';
import { liveLifeOfPeople } from './live-life-of-people.ts';
import { knownLivesOfPeople, livesOfPeople } from './lives-of-people.ts';

/** These lives are dearer than others: there is one for every four of those. */
const wantedRuns = process.env['SIMULATION_RUNS'];
const numRuns = wantedRuns === undefined ? 1 : Math.ceil(Number(wantedRuns) / 4);
const seed = process.env['SIMULATION_SEED'] ?? (wantedRuns === undefined ? '1' : undefined);
const endOnFailure = process.env['SIMULATION_SHRINKS'] === 'no';

let redis: Awaited<ReturnType<typeof openRedisStore>>;

beforeAll(async () => {
  redis = await openRedisStore(blindAfterMs);
});
afterAll(() => redis.close());

test('people are told of each outage once and in time, or a row says why not, whatever dies', async () => {
  const happened = new Set<string>();
  const property = fc.asyncProperty(livesOfPeople(25), async (life) => {
    await redis.reset();
    for (const what of await liveLifeOfPeople(life, redis)) happened.add(what);
  });
  const more = { endOnFailure, ...(seed === undefined ? {} : { seed: Number(seed) }) };
  const examples = knownLivesOfPeople(wantedRuns === undefined);
  await fc.assert(property, { ...more, examples, numRuns: examples.length + numRuns });
  const all = ['group sent', 'group-over sent', 'down in a group', 'digest sent', 'down in a digest'];
  const others = ['held: depends', 'down sent', 'reminder sent', 'escalation sent', 'resolved sent'];
  expect([...happened]).toEqual(expect.arrayContaining([...all, ...others, 'acknowledged']));
}, 3_600_000);
