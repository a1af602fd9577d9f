import type { Page, PageRequest } from '../actors/ports-of-reading.ts';

/**
 * One ordered list of positions, kept in one partition. A position is a text whose bytes sort as the list does, which
 * is how Redis sorts, and says where to go on.
 */
export interface PageSource {
  /** The first `count` positions after `after` (null: from the start). */
  positions(after: string | null, count: number): Promise<string[]>;
}

/** How many positions one request may look at when a filter leaves most of them out. */
const lookedAtMost = 5_000;

/** A page merged from all partitions in one order, `direction` 1 ascending or -1 descending, without what is not wanted. */
export async function readPage<T>(
  request: PageRequest,
  sources: readonly PageSource[],
  direction: 1 | -1,
  read: (position: string) => Promise<T | null>,
  wanted: (item: T) => boolean,
): Promise<Page<T>> {
  const { limit } = request;
  const items: T[] = [];
  let after = request.after;
  for (let lookedAt = 0; lookedAt < lookedAtMost; lookedAt += limit) {
    const lists = await Promise.all(sources.map((source) => source.positions(after, limit + 1)));
    const merged = lists.flat().sort((a, b) => direction * Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const round = merged.slice(0, limit);
    const found = await Promise.all(round.map(read));
    for (const [i, item] of found.entries()) {
      after = round[i] ?? after;
      if (item === null || !wanted(item)) continue;
      items.push(item);
      const isLast = i === found.length - 1 && merged.length <= limit;
      if (items.length === limit) return { items, next: isLast ? null : after };
    }
    if (merged.length <= limit) return { items, next: null };
  }
  return { items, next: after };
}
