import type { CommitOutcome } from '../../actors/ports/commits.ts';

/** Removes records one by one, each in a write of its own: Redis serves others between any two. */
export async function removeEach<T>(
  records: readonly T[],
  remove: (record: T) => Promise<CommitOutcome>,
): Promise<number> {
  const outcomes = await Promise.all(records.map(remove));
  return outcomes.filter(({ kind }) => kind === 'committed').length;
}
