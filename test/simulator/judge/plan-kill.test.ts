import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildFleet } from '../../../src/simulator/fleet/build-fleet.ts';
import { Doors } from '../../../src/simulator/fleet/doors.ts';
import { createRandom } from '../../../src/simulator/fleet/random.ts';
import type { SimulatedService } from '../../../src/simulator/fleet/simulated-instance.ts';
import { planKill } from '../../../src/simulator/judge/plan-kill.ts';

function fleetOf(services: number, instances: number): SimulatedService[] {
  const shared = { doors: new Doors({ apiKey: '', timeoutMs: 1 }), urls: [], intervalMs: 1000 };
  return buildFleet({ services, instances, environment: 'test', shared, random: createRandom(1) });
}

test('a tenth of sixty is one whole service and one instance each of three others', () => {
  const plan = planKill(fleetOf(20, 3), 0.1, createRandom(1));
  expect(plan.whole).toHaveLength(1);
  expect(plan.thinned).toHaveLength(3);
  expect(plan.instances).toHaveLength(6);
});

test('a share of nothing kills nobody', () => {
  expect(planKill(fleetOf(3, 3), 0, createRandom(1)).instances).toEqual([]);
});

test('everybody means everybody', () => {
  const plan = planKill(fleetOf(4, 3), 1, createRandom(1));
  expect(plan.whole).toHaveLength(4);
  expect(new Set(plan.instances).size).toBe(12);
});

test('with any fleet and share, one whole service dies, the thinned live on, and nobody dies twice', () => {
  const share = fc.double({ min: 0.01, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 8 }),
      share,
      fc.nat(),
      (...drawn) => {
        const [services, instances, fraction, seed] = drawn;
        const plan = planKill(fleetOf(services, instances), fraction, createRandom(seed));
        const killed = new Set(plan.instances);
        expect(plan.whole.length).toBeGreaterThanOrEqual(1);
        expect(killed.size).toBe(plan.instances.length);
        expect(killed.has(undefined as never)).toBe(false);
        for (const service of plan.whole)
          expect(service.instances.every((one) => killed.has(one))).toBe(true);
        for (const service of plan.thinned) {
          expect(service.instances.some((one) => killed.has(one))).toBe(true);
          expect(service.instances.some((one) => !killed.has(one))).toBe(true);
        }
        const wanted = Math.max(1, Math.round(services * instances * fraction));
        expect(killed.size).toBeGreaterThanOrEqual(wanted);
        expect(killed.size - wanted).toBeLessThan(Math.max(2, instances));
      },
    ),
  );
});
