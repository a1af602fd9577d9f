import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findReplacement, type Newcomer, type Silent } from '../../src/domain/replacement.ts';
import type { InstanceStatus } from '../../src/domain/status.ts';

const minuteMs = 60_000;

const newcomer = (
  instanceId: string,
  registeredAtMs: number,
  status: InstanceStatus = 'Healthy',
  version: string | null = null,
): Newcomer => ({ instanceId, registeredAtMs, status, version });

/** Its last heartbeat was at `silentSinceMs`; it registered long before. */
const silentSince = (silentSinceMs: number, more: Partial<Silent> = {}): Silent => ({
  ...{ silentSinceMs, hasBeaten: true, lateAtMs: silentSinceMs + 36_001 },
  ...{ registeredAtMs: Number.NEGATIVE_INFINITY, version: null, ...more },
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
    expect(findReplacement(silentSince(100), newcomers)?.instanceId ?? null).toBe(instanceId);
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
    expect(findReplacement(silentSince(100), [newcomer('b', 101, status)]) !== null).toBe(takes);
  });

  const atMs = 60 * minuteMs;
  const old = silentSince(atMs, { version: '1.0', registeredAtMs: atMs - 30 * minuteMs });
  const came = (agoMs: number, version: string | null, status: InstanceStatus = 'Healthy') =>
    newcomer('new', atMs - agoMs, status, version);

  test.each<[string, Silent, Newcomer, boolean]>([
    ['of another version that registered 10 minutes before counts', old, came(10 * minuteMs, '1.1'), true],
    ['of another version that registered earlier does not', old, came(10 * minuteMs + 1, '1.1'), false],
    [
      'of another version that registered in the same millisecond as the last heartbeat counts',
      old,
      came(0, '1.1'),
      true,
    ],
    ['of the same version that registered before does not', old, came(1, '1.0'), false],
    ['of the same version that registered after counts', old, came(-1, '1.0'), true],
    ['of no known version that registered before does not', old, came(1, null), false],
    [
      'of any version does not replace, from before, one whose version is not known',
      { ...old, version: null },
      came(1, '1.1'),
      false,
    ],
    ['of another version that is not heard does not', old, came(minuteMs, '1.1', 'Degraded'), false],
    [
      'of another version that is older than the silent one does not: nobody is replaced by who was there before',
      { ...old, registeredAtMs: atMs - minuteMs },
      came(2 * minuteMs, '1.1'),
      false,
    ],
    [
      'of another version that registered together with the silent one does not',
      { ...old, registeredAtMs: atMs - minuteMs },
      came(minuteMs, '1.1'),
      false,
    ],
    [
      'of another version that registered just after the silent one counts',
      { ...old, registeredAtMs: atMs - minuteMs },
      came(minuteMs - 1, '1.1'),
      true,
    ],
  ])('a newcomer %s', (_title, silent, one, takes) => {
    expect(findReplacement(silent, [one])?.instanceId ?? null).toBe(takes ? 'new' : null);
  });

  test('who came before the silence and who came after are taken in the order in which they registered', () => {
    const some = [newcomer('after', atMs + 1), came(1, '1.1')];
    expect(findReplacement(old, some)?.instanceId).toBe('new');
  });

  const mute = silentSince(atMs, { hasBeaten: false, registeredAtMs: atMs + 1, version: '1.0' });

  test.each<[string, number, string, boolean]>([
    ['by one that started together with it', 2, '1.0', false],
    ['by one of another version that started together with it', 2, '1.1', false],
    ['by one that registered when it became late', 36_001, '1.0', false],
    ['by one that registered after it was late', 36_002, '1.0', true],
  ])('an instance that never sent a heartbeat is replaced %s: %s', (_title, afterMs, version, takes) => {
    const one = newcomer('new', atMs + afterMs, 'Healthy', version);
    expect(findReplacement(mute, [one]) !== null).toBe(takes);
  });

  test('one newcomer takes the place of one silent instance, so two deaths need two newcomers', () => {
    const statuses = fc.constantFrom<InstanceStatus>('Healthy', 'Healthy', 'Pending', 'Degraded');
    const sibling = fc.record({ registeredAtMs: fc.nat(100), status: statuses, version: fc.constant(null) });
    fc.assert(
      fc.property(
        fc.array(sibling, { maxLength: 6 }),
        fc.array(fc.nat(100), { maxLength: 6 }),
        (all, silent) => {
          let free: Newcomer[] = all.map((one, n) => ({ ...one, instanceId: `${n}` }));
          const taken: Newcomer[] = [];
          for (const silentSinceMs of silent) {
            const found = findReplacement(silentSince(silentSinceMs), free);
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
