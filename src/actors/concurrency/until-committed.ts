import { ContentionError } from '../ports/commits.ts';

/**
 * Runs `round` until its commit succeeds and nothing more is due. A round reads, decides, and writes on the condition that
 * nothing changed since the read. It returns `again` when something changed or more is due. After `attempts` rounds the
 * result is that of `exhausted`.
 */
export async function untilCommitted<T>(
  attempts: number,
  round: () => Promise<T | 'again'>,
  exhausted: () => T,
): Promise<T> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = await round();
    if (outcome !== 'again') return outcome;
  }
  return exhausted();
}

/** The usual result after all attempts: an error that says why nothing was written. */
export function contention(why: string): () => never {
  return () => {
    throw new ContentionError(why);
  };
}
