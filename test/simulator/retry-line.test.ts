import { expect, test } from 'vitest';
import { buildFleet } from '../../src/simulator/build-fleet.ts';
import { createRandom } from '../../src/simulator/random.ts';
import { RetryLine } from '../../src/simulator/retry-line.ts';

const [first, second] = buildFleet({
  services: 2,
  instances: 1,
  environment: 'test',
  intervalMs: 1000,
  random: createRandom(1),
}).flatMap((service) => service.instances);
if (!first || !second) throw new Error('a fleet of two has two instances');

test('the waits double and all end within the interval', () => {
  const line = new RetryLine(1000);
  let nowMs = 0;
  for (const waitMs of [100, 200, 400]) {
    first.failedAttempts += 1;
    line.add(first, nowMs);
    expect([...line.due(nowMs + waitMs - 1)]).toEqual([]);
    nowMs += waitMs;
    expect([...line.due(nowMs)]).toEqual([first]);
  }
  first.failedAttempts += 1;
  line.add(first, nowMs);
  expect([...line.due(nowMs + 10_000)]).toEqual([]);
  expect(nowMs).toBeLessThan(1000);
});

test('who failed earlier is due earlier, and who is forgotten is not due', () => {
  const line = new RetryLine(1000);
  first.failedAttempts = second.failedAttempts = 1;
  line.add(second, 0);
  line.add(first, 10);
  expect([...line.due(105)]).toEqual([second]);
  line.forget(first);
  expect([...line.due(1000)]).toEqual([]);
});
