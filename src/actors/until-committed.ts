import { ContentionError } from './ports/commits.ts';

/**
 * Reads, decides, and writes on the condition that nothing changed since the read. When something did, or when more is
 * due after what was written, the round answers `again` and another one reads anew. After `attempts` such rounds `exhausted` says what it comes to.
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

/** What most come to: nothing was written, and the caller is told why. */
export function contention(why: string): () => never {
  return () => {
    throw new ContentionError(why);
  };
}
