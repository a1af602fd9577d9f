import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findReplacement, type Newcomer } from '../../src/domain/replacement.ts';
import type { InstanceStatus } from '../../src/domain/status.ts';

const newcomer = (
  instanceId: string,
  registeredAtMs: number,
  status: InstanceStatus = 'Healthy',
): Newcomer => ({
  instanceId,
  registeredAtMs,
  status,
});

describe('findReplacement', () => {
  test.each<[string, Newcomer[], string | null]>([
    ['nobody came: nobody takes the place', [], null],
    ['a newcomer that registered after the last heartbeat takes the place', [newcomer('b', 101)], 'b'],
    ['a sibling that was there before does not', [newcomer('b', 99)], null],
    ['a sibling that registered in the same millisecond does not', [newcomer('b', 100)], null],
    ['the earliest newcomer comes first', [newcomer('c', 103), newcomer('b', 102), newcomer('d', 104)], 'b'],
    [
      'an earlier one that is not heard is passed over',
      [newcomer('b', 101, 'Pending'), newcomer('c', 102)],
      'c',
    ],
    [
      'of two in the same millisecond the first listed comes first',
      [newcomer('b', 101), newcomer('c', 101)],
      'b',
    ],
  ])('%s', (_title, newcomers, instanceId) => {
    expect(findReplacement(100, newcomers)?.instanceId ?? null).toBe(instanceId);
  });

  test.each<[InstanceStatus, boolean]>([
    ['Healthy', true],
    ['Recovered', true],
    ['Pending', false],
    ['Degraded', false],
    ['Down', false],
    ['Stopped', false],
    ['Replaced', false],
    ['Expired', false],
  ])('a newcomer that is %s takes the place: %s', (status, takes) => {
    expect(findReplacement(100, [newcomer('b', 101, status)]) !== null).toBe(takes);
  });

  test('one newcomer takes the place of one silent instance, so two deaths need two newcomers', () => {
    const statuses = fc.constantFrom<InstanceStatus>('Healthy', 'Healthy', 'Pending', 'Degraded');
    const sibling = fc.record({ registeredAtMs: fc.nat(100), status: statuses });
    fc.assert(
      fc.property(
        fc.array(sibling, { maxLength: 6 }),
        fc.array(fc.nat(100), { maxLength: 6 }),
        (came, silent) => {
          let free: Newcomer[] = came.map((one, n) => ({ ...one, instanceId: `${n}` }));
          const taken: Newcomer[] = [];
          for (const silentSinceMs of silent) {
            const found = findReplacement(silentSinceMs, free);
            const fitting = free.filter(
              (one) => one.registeredAtMs > silentSinceMs && one.status === 'Healthy',
            );
            expect(found === null).toBe(fitting.length === 0);
            if (found === null) continue;
            expect(found.registeredAtMs).toBe(Math.min(...fitting.map((one) => one.registeredAtMs)));
            taken.push(found);
            free = free.filter((one) => one !== found);
          }
          expect(new Set(taken.map((one) => one.instanceId)).size).toBe(taken.length);
        },
      ),
    );
  });
});
