import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type InstanceState, judgeInstance, nextCheckAt } from '../../src/domain/judge-instance.ts';
import { defaultTiming, timings } from './arbitraries.ts';
import { instanceThatIs, judgeUntil } from './instance-history.ts';

const s = 1_000;

/** States in which silence goes on: nothing was heard since the last judgement. */
const silentStates: fc.Arbitrary<InstanceState> = fc.oneof(
  fc.constantFrom(instanceThatIs('Healthy'), instanceThatIs('Pending', { hasBeaten: false })),
  fc.nat(60).map((silentSinceMs) => instanceThatIs('Recovered', { silentSinceMs })),
  fc.nat(60).map((silentSinceMs) => instanceThatIs('Pending', { silentSinceMs })),
);

describe('an instance that counts as Degraded by its own word', () => {
  const judge = (state: InstanceState, nowMs: number) => judgeInstance(state, defaultTiming, [], nowMs);

  test('is Degraded from the heartbeat that made it so, though it is on time', () => {
    const healthy = instanceThatIs('Healthy', { silentSinceMs: 60 * s, unwellSinceMs: 30 * s });
    expect(judge(healthy, 60 * s)).toEqual({ to: 'Degraded', atMs: 30 * s });
    const later = { ...healthy, sinceMs: 45 * s };
    expect(judge(later, 60 * s)).toEqual({ to: 'Degraded', atMs: 45 * s });
    expect(nextCheckAt(healthy, defaultTiming, [], 60 * s)).toBe(30 * s);
  });

  test('stays so while it beats, and is Healthy with the first heartbeat that says otherwise', () => {
    const degraded = { judgedSilenceMs: 30 * s, silentSinceMs: 90 * s, sinceMs: 30 * s };
    expect(judge(instanceThatIs('Degraded', { ...degraded, unwellSinceMs: 30 * s }), 95 * s)).toBeNull();
    expect(judge(instanceThatIs('Degraded', { ...degraded, unwellSinceMs: null }), 95 * s)).toEqual({
      ...{ to: 'Healthy', atMs: 90 * s },
    });
  });

  test('is Recovered first when it comes back, for its outage is over', () => {
    const down = instanceThatIs('Down', { silentSinceMs: 200 * s, unwellSinceMs: 200 * s });
    const { steps } = judgeUntil(down, { ...defaultTiming, graceMs: 100 * s }, [], 300 * s);
    expect(steps).toEqual([
      { to: 'Recovered', atMs: 200 * s },
      { to: 'Healthy', atMs: 260 * s },
      { to: 'Degraded', atMs: 260 * s },
    ]);
  });

  test('is Down by its silence alone, as if it had said nothing', () => {
    fc.assert(
      fc.property(
        silentStates,
        timings,
        fc.nat(300_000),
        fc.nat(120),
        (state, timing, nowMs, unwellSinceMs) => {
          const said = judgeUntil({ ...state, unwellSinceMs }, timing, [], nowMs);
          const nothing = judgeUntil(state, timing, [], nowMs);
          const down = ({ steps }: typeof said) => steps.find(({ to }) => to === 'Down') ?? null;
          expect(down(said)).toEqual(down(nothing));
        },
      ),
    );
  });
});
