import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aliveCount, rollUpStatus, type StatusCounts } from '../../src/domain/roll-up-status.ts';
import { livingStatuses, type ServiceStatus } from '../../src/domain/status.ts';
import { countsOf, deadCounts, statusCounts } from './arbitraries.ts';
import { afterRollUp, rulesOf, service, serviceStatuses } from './service-inputs.ts';

const s = 1_000;

/** The status after a roll-up at `nowMs` of a service that has had its status since 0. */
function statusAfter(
  status: ServiceStatus,
  counts: StatusCounts,
  nowMs: number,
  minInstances = 1,
  shortSinceMs: number | null = null,
): ServiceStatus {
  const state = service(status, counts, { shortSinceMs });
  return rollUpStatus(state, rulesOf(minInstances), [], nowMs).step?.to ?? status;
}

describe('a service', () => {
  test.each<[string, ServiceStatus, Partial<StatusCounts>, number, ServiceStatus]>([
    ['with a first registration waits for a heartbeat', 'Pending', { Pending: 1 }, s, 'Pending'],
    ['is Healthy with its first heartbeat', 'Pending', { Healthy: 1, Pending: 1 }, s, 'Healthy'],
    ['with only late instances is Degraded', 'Healthy', { Degraded: 2 }, s, 'Degraded'],
    ['with one late instance is Degraded', 'Healthy', { Healthy: 5, Degraded: 1 }, s, 'Degraded'],
    ['with one Down instance is Degraded', 'Healthy', { Healthy: 5, Down: 1 }, s, 'Degraded'],
    ['with a Down and a late instance is only Degraded', 'Healthy', { Degraded: 1, Down: 1 }, s, 'Degraded'],
    ['whose first instance never beats is Degraded', 'Pending', { Degraded: 1 }, s, 'Degraded'],
    ['whose first instance never beats is then Down', 'Degraded', { Down: 1 }, s, 'Down'],
    ['is Down when all are Down', 'Degraded', { Down: 3 }, s, 'Down'],
    [
      'is Down though somebody registered but was never heard',
      'Degraded',
      { Down: 1, Pending: 1 },
      s,
      'Down',
    ],
    ['with an instance that only registered stays Down', 'Down', { Down: 1, Pending: 1 }, s, 'Down'],
    ['with an instance that registered and is late stays Down', 'Down', { Down: 1, Degraded: 1 }, s, 'Down'],
    ['whose dead instances left and whose newcomer is late stays Down', 'Down', { Degraded: 1 }, s, 'Down'],
    ['is Recovered when one beats again', 'Down', { Down: 2, Recovered: 1 }, s, 'Recovered'],
    ['is Recovered when a newcomer beats', 'Down', { Down: 2, Healthy: 1 }, s, 'Recovered'],
    ['is Recovered first when all its instances are Healthy', 'Down', { Healthy: 3 }, 999 * s, 'Recovered'],
    [
      'stays Recovered for the window though some are Down',
      'Recovered',
      { Down: 2, Healthy: 1 },
      59 * s,
      'Recovered',
    ],
    [
      'stays Recovered for the window though all are Healthy',
      'Recovered',
      { Healthy: 3 },
      60 * s - 1,
      'Recovered',
    ],
    ['leaves Recovered for Healthy when the window ends', 'Recovered', { Healthy: 3 }, 60 * s, 'Healthy'],
    [
      'leaves Recovered for Degraded when some are Down',
      'Recovered',
      { Down: 2, Healthy: 1 },
      60 * s,
      'Degraded',
    ],
    [
      'stays Recovered while an instance is, window or not',
      'Recovered',
      { Healthy: 1, Recovered: 1 },
      99 * s,
      'Recovered',
    ],
    ['is Down again within the window when all are Down', 'Recovered', { Down: 3 }, s, 'Down'],
    [
      'is not Recovered by one instance when it was not Down',
      'Degraded',
      { Healthy: 1, Recovered: 1 },
      s,
      'Healthy',
    ],
    ['whose instances all deregistered is Stopped', 'Healthy', {}, s, 'Stopped'],
    ['whose dead instances were put away is Stopped, not Down', 'Down', {}, s, 'Stopped'],
    ['whose instances all deregistered while Recovered is Stopped', 'Recovered', {}, s, 'Stopped'],
    ['that deregistered before its first heartbeat was judged is Stopped', 'Pending', {}, s, 'Stopped'],
    ['that starts again after a stop waits for a heartbeat', 'Stopped', { Pending: 1 }, s, 'Pending'],
    ['that beats again after a stop is Healthy', 'Stopped', { Healthy: 1 }, s, 'Healthy'],
    [
      'is no worse for a newcomer that was not heard yet',
      'Healthy',
      { Healthy: 1, Pending: 1 },
      s,
      'Healthy',
    ],
  ])('%s', (_title, status, counts, nowMs, to) => {
    expect(statusAfter(status, countsOf(counts), nowMs)).toBe(to);
  });

  test('has the status that section 4 of the design gives it, for all counts', () => {
    const shortSince = fc.option(fc.nat(200 * s));
    const inputs = fc.tuple(statusCounts, fc.nat(200 * s), fc.integer({ min: 1, max: 4 }), shortSince);
    fc.assert(
      fc.property(
        fc.constantFrom(...serviceStatuses),
        inputs,
        (status, [counts, nowMs, minInstances, since]) => {
          const instances = livingStatuses.flatMap((one) => Array.from({ length: counts[one] }, () => one));
          const heard = instances.some((one) => one === 'Healthy' || one === 'Recovered');
          const alive = instances.filter((one) => !['Down', 'Pending'].includes(one)).length;
          const isShort =
            minInstances > 1 && alive < minInstances && since !== null && nowMs - since >= 120 * s;
          const allDown = instances.includes('Down') && alive === 0;
          const expected = (): ServiceStatus => {
            if (instances.length === 0) return 'Stopped';
            if (allDown || isShort) return 'Down';
            if (status === 'Down') return heard ? 'Recovered' : 'Down';
            if (status === 'Recovered' && nowMs < 60 * s) return 'Recovered';
            if (instances.includes('Degraded') || instances.includes('Down')) return 'Degraded';
            if (status === 'Recovered' && instances.includes('Recovered')) return 'Recovered';
            return heard ? 'Healthy' : 'Pending';
          };
          expect(statusAfter(status, counts, nowMs, minInstances, since)).toBe(expected());
        },
      ),
      { numRuns: 300 },
    );
  });

  test('that is Down leaves it only by Recovered or because everybody left', () => {
    fc.assert(
      fc.property(
        statusCounts,
        fc.nat(999 * s),
        fc.integer({ min: 1, max: 3 }),
        (counts, nowMs, minInstances) => {
          expect(['Down', 'Recovered', 'Stopped']).toContain(
            statusAfter('Down', counts, nowMs, minInstances),
          );
        },
      ),
    );
  });

  test('is Down at once from any status when its last living instance is Down', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...serviceStatuses),
        deadCounts,
        fc.nat(99 * s),
        (status, counts, nowMs) => {
          expect(statusAfter(status, counts, nowMs)).toBe('Down');
        },
      ),
    );
  });

  test('rests after a roll-up: the same counts at the same time change nothing more', () => {
    const states = fc.tuple(
      fc.constantFrom(...serviceStatuses),
      statusCounts,
      fc.integer({ min: 1, max: 3 }),
    );
    fc.assert(
      fc.property(states, fc.nat(300 * s), ([status, counts, minInstances], nowMs) => {
        const before = service(status, counts);
        const first = rollUpStatus(before, rulesOf(minInstances), [], nowMs);
        const again = rollUpStatus(afterRollUp(before, first), rulesOf(minInstances), [], nowMs);
        expect(again).toEqual({ ...first, step: null });
      }),
      { numRuns: 200 },
    );
  });
});

test('instances that are heard or only late are alive, those that are Down or never were heard are not', () => {
  expect(aliveCount({ Pending: 1, Healthy: 2, Degraded: 4, Down: 8, Recovered: 16 })).toBe(22);
});
