import type { Page, PageRequest } from '../../actors/ports/reading.ts';
import { MergedPositions } from './merged-positions.ts';
import type { PageSource } from './page-sources.ts';
import type { ReadingCost } from './reading-cost.ts';

/** A list that pages are read from. */
export interface Listing<T> {
  /** What orders it. */
  place: 'name' | 'time';
  /** One for each partition. */
  sources: readonly PageSource[];
  direction: 1 | -1;
  /** Leaves out what is not wanted, as far as that can be told for little. */
  sift(positions: string[]): Promise<string[]>;
  /** Null: it is gone, or not wanted after all. */
  read(position: string): Promise<T | null>;
  cost: ReadingCost;
}

/** So many are looked at, and so many of them read, side by side: Redis serves others between any two of them. */
const mostLookedAt = 200;
const mostRead = 25;

/** How many are read before it is known how large they are. */
const readFirst = 4;

/**
 * A page merged from all partitions in one order. When a filter leaves so much out that the cost reaches its limit, or
 * when the caller has gone, it ends early: with fewer items than asked for, perhaps none, and the place to go on from.
 */
export async function readPage<T>(request: PageRequest, listing: Listing<T>): Promise<Page<T>> {
  const { limit, isWaitedFor = () => true } = request;
  const { place, sift, read, cost } = listing;
  const merged = new MergedPositions(listing.sources, listing.direction, request.after);
  const items: T[] = [];
  let after = request.after;
  let lookedAt = Math.min(limit, mostLookedAt);
  let atOnce = readFirst;

  async function readSome(positions: string[]): Promise<void> {
    const spentUs = cost.spentUs;
    const found = await Promise.all(positions.map(read));
    items.push(...found.filter((item) => item !== null));
    after = positions.at(-1) ?? after;
    const eachUs = Math.max(1, (cost.spentUs - spentUs) / positions.length);
    atOnce = Math.max(1, Math.min(mostRead, Math.floor(cost.leftUs / eachUs)));
  }

  while (items.length < limit && cost.leftUs > 0 && isWaitedFor()) {
    const readBefore = merged.read;
    const looked = await merged.take(lookedAt);
    cost.add(place, merged.read - readBefore);
    const sifted = await sift(looked);
    // At least some: each call must come further than the one before.
    while (sifted.length > 0) {
      await readSome(sifted.splice(0, Math.min(atOnce, limit - items.length)));
      if (items.length === limit || cost.leftUs === 0) break;
    }
    if (sifted.length > 0) break;
    after = looked.at(-1) ?? after;
    if (await merged.isOver()) return { items, next: null };
    // Where a filter leaves most out, more are looked at.
    lookedAt = Math.min(2 * lookedAt, mostLookedAt);
  }
  return { items, next: after };
}
