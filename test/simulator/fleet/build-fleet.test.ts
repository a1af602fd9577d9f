import { expect, test } from 'vitest';
import { buildFleet } from '../../../src/simulator/fleet/build-fleet.ts';
import { Doors } from '../../../src/simulator/fleet/doors.ts';
import { createRandom } from '../../../src/simulator/fleet/random.ts';

function factsWithSeed(seed: number) {
  const fleet = buildFleet({
    services: 90,
    instances: 4,
    environment: 'test',
    shared: { doors: new Doors({ apiKey: '', timeoutMs: 1 }), urls: [], intervalMs: 500 },
    random: createRandom(seed),
  });
  return fleet.flatMap((service) => service.instances.map((instance) => instance.facts));
}

test('every instance of a fleet has its own host and port, and every service its own name', () => {
  const facts = factsWithSeed(1);
  expect(new Set(facts.map(({ hostname, port }) => `${hostname}:${port}`)).size).toBe(360);
  expect(new Set(facts.map(({ serviceName }) => serviceName)).size).toBe(90);
});

test('the same seed builds the same fleet', () => {
  expect(factsWithSeed(5)).toEqual(factsWithSeed(5));
});

test('another seed keeps the hosts and ports, so a later run takes over what an earlier one left', () => {
  const keys = (seed: number) => factsWithSeed(seed).map(({ hostname, port }) => `${hostname}:${port}`);
  expect(keys(2)).toEqual(keys(1));
  expect(factsWithSeed(2)).not.toEqual(factsWithSeed(1));
});
