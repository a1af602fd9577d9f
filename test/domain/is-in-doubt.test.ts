import { describe, expect, test } from 'vitest';
import { type ImpairmentCause, impairmentCauses } from '../../src/domain/impairment.ts';
import { isInDoubt, type Watching } from '../../src/domain/is-in-doubt.ts';

const well: Watching = { causes: [], hasWorker: true, tickAtMs: 9_000, blindAfterMs: 3_000, dueAtMs: null };
const at = (watching: Partial<Watching>) => isInDoubt({ ...well, ...watching }, 10_000);

describe('statuses', () => {
  test('are trusted while ticks arrive and what is due is judged', () => {
    expect([at({}), at({ tickAtMs: 7_000 }), at({ dueAtMs: 5_000 }), at({ dueAtMs: 70_000 })]).toEqual([
      ...[false, false, false, false],
    ]);
  });

  test.each<[string, Partial<Watching>]>([
    ['no worker runs', { hasWorker: false }],
    ['no tick ever came', { tickAtMs: null }],
    ['the last tick is too old', { tickAtMs: 6_999 }],
    ['what is due is not judged', { dueAtMs: 4_999 }],
  ])('are in doubt when %s', (_, watching) => {
    expect(at(watching)).toBe(true);
  });

  test('are in doubt for those impairments alone that can make them wrong', () => {
    const doubtful = impairmentCauses.filter((cause: ImpairmentCause) =>
      at({ causes: ['key-quota', cause] }),
    );
    expect(doubtful).toEqual(['blind', 'state-lost']);
  });
});
