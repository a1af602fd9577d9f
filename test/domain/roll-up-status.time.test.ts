import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type InstanceChange, rollUpStatus, type ServiceState } from '../../src/domain/roll-up-status.ts';
import type { InstanceStatus, ServiceStatus } from '../../src/domain/status.ts';
import { statusCounts } from './arbitraries.ts';
import { afterRollUp, change, rulesOf, service, serviceStatuses } from './service-inputs.ts';

const s = 1_000;

describe('the time of a step', () => {
  test.each<[string, ServiceState, InstanceChange[], { to: ServiceStatus; atMs: number }]>([
    [
      'Degraded begins with the first late instance',
      service('Healthy', { Degraded: 2 }),
      [change('Degraded', 50 * s), change('Degraded', 40 * s)],
      { to: 'Degraded', atMs: 40 * s },
    ],
    [
      'Down begins with the last instance that went Down',
      service('Degraded', { Down: 2 }),
      [change('Down', 150 * s, 30 * s), change('Down', 140 * s, 20 * s)],
      { to: 'Down', atMs: 150 * s },
    ],
    [
      'Down begins with the last instance that went Down, though it was told of that one before',
      service('Degraded', { Down: 2 }, { lastDownAtMs: 150 * s }),
      [change('Down', 140 * s, 20 * s)],
      { to: 'Down', atMs: 150 * s },
    ],
    [
      'Down begins when the last living sibling deregisters',
      service('Degraded', { Down: 2 }),
      [change('Stopped', 170 * s)],
      { to: 'Down', atMs: 170 * s },
    ],
    [
      'Recovered begins with the first heartbeat',
      service('Down', { Down: 1, Recovered: 2 }),
      [change('Recovered', 180 * s), change('Recovered', 170 * s)],
      { to: 'Recovered', atMs: 170 * s },
    ],
    [
      'Recovered begins with the first heartbeat of a newcomer, whatever happens after it',
      service('Down', { Down: 1, Healthy: 1, Pending: 1 }),
      [change('Healthy', 170 * s), change('Pending', 190 * s)],
      { to: 'Recovered', atMs: 170 * s },
    ],
    [
      'Healthy begins when the last instance is Healthy',
      service('Degraded', { Healthy: 2 }),
      [change('Healthy', 60 * s), change('Healthy', 70 * s)],
      { to: 'Healthy', atMs: 70 * s },
    ],
    [
      'Healthy begins when the last silent instance is replaced',
      service('Degraded', { Healthy: 2 }),
      [change('Replaced', 70 * s)],
      { to: 'Healthy', atMs: 70 * s },
    ],
    [
      'Stopped begins with the last deregistration',
      service('Healthy', {}),
      [change('Stopped', 70 * s), change('Stopped', 80 * s)],
      { to: 'Stopped', atMs: 80 * s },
    ],
    [
      'Recovered ends when the window ends, also for a worker that slept',
      service('Recovered', { Healthy: 1 }),
      [],
      { to: 'Healthy', atMs: 60 * s },
    ],
    [
      'Recovered ends no earlier than the window, though an instance was late before',
      service('Recovered', { Healthy: 1, Degraded: 1 }),
      [change('Degraded', 20 * s)],
      { to: 'Degraded', atMs: 60 * s },
    ],
    [
      'a deregistration within the window does not wait for its end',
      service('Recovered', {}),
      [change('Stopped', 10 * s)],
      { to: 'Stopped', atMs: 10 * s },
    ],
    [
      'a relapse does not wait for the window',
      service('Recovered', { Down: 1 }),
      [change('Down', 50 * s, -70 * s)],
      { to: 'Down', atMs: 50 * s },
    ],
  ])('%s', (_title, state, changes, step) => {
    expect(rollUpStatus(state, rulesOf(1), changes, 200 * s).step).toEqual(step);
  });

  test('lies between the beginning of the status that it ends and now', () => {
    const statuses = fc.constantFrom(...serviceStatuses);
    const changed = fc.constantFrom<InstanceStatus>(
      'Pending',
      'Healthy',
      'Degraded',
      'Down',
      'Recovered',
      'Stopped',
    );
    const times = fc.tuple(fc.nat(150 * s), fc.nat(150 * s));
    const changes = fc.array(
      fc
        .tuple(changed, times)
        .map(([to, [one, other]]) => change(to, Math.max(one, other), Math.min(one, other))),
      { maxLength: 4 },
    );
    const states = fc.record({
      status: statuses,
      sinceMs: fc.nat(150 * s),
      counts: statusCounts,
      shortSinceMs: fc.constant(null),
    });
    fc.assert(
      fc.property(states, changes, fc.integer({ min: 1, max: 3 }), (state, happened, minInstances) => {
        const { step } = rollUpStatus(state, rulesOf(minInstances), happened, 150 * s);
        if (step === null) return;
        expect(step.atMs).toBeGreaterThanOrEqual(state.sinceMs);
        expect(step.atMs).toBeLessThanOrEqual(150 * s);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the next look at a service', () => {
  test.each<[string, ServiceState, number, number, number | null]>([
    ['is not needed while only an event matters', service('Healthy', { Healthy: 2 }), 1, 10 * s, null],
    ['is the end of the recovery window', service('Recovered', { Healthy: 2 }), 1, 10 * s, 60 * s],
    ['counts from a recovery that it just found', service('Down', { Healthy: 2 }), 1, 10 * s, 70 * s],
    [
      'is not needed after the window: the last Recovered instance speaks',
      service('Recovered', { Recovered: 1 }),
      1,
      60 * s,
      null,
    ],
    [
      'is down-after of a shortage',
      service('Healthy', { Healthy: 1 }, { shortSinceMs: 5 * s }),
      2,
      10 * s,
      125 * s,
    ],
    [
      'is the earlier of the two',
      service('Recovered', { Healthy: 1 }, { shortSinceMs: 5 * s }),
      2,
      10 * s,
      60 * s,
    ],
    [
      'is not needed for a shortage that is Down already',
      service('Down', { Down: 1 }, { shortSinceMs: 5 * s }),
      2,
      10 * s,
      null,
    ],
  ])('%s', (_title, state, minInstances, nowMs, nextCheckAtMs) => {
    expect(rollUpStatus(state, rulesOf(minInstances), [], nowMs).nextCheckAtMs).toBe(nextCheckAtMs);
  });

  test('comes before nothing: until then no roll-up without an event changes the status', () => {
    const statuses = fc.constantFrom(...serviceStatuses);
    fc.assert(
      fc.property(
        statuses,
        statusCounts,
        fc.integer({ min: 1, max: 3 }),
        fc.nat(100 * s),
        (status, counts, min, nowMs) => {
          const before = service(status, counts);
          const first = rollUpStatus(before, rulesOf(min), [], nowMs);
          const after = afterRollUp(before, first);
          const untilMs = first.nextCheckAtMs ?? 999_999 * s;
          expect(untilMs).toBeGreaterThan(nowMs);
          expect(rollUpStatus(after, rulesOf(min), [], untilMs - 1).step).toBeNull();
        },
      ),
      { numRuns: 200 },
    );
  });
});
