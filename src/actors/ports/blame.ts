import { ContentionError } from './commits.ts';
import { StoreRefusal, StoreUnavailable } from './store-errors.ts';

/** Who made something fail: the thing itself, others that were faster, or Redis and the way to it. */
export type Blame = 'itself' | 'others' | 'redis';

/** What is held against a thing that failed: nothing while Redis is away, or when others wrote the same all the time. */
export function blameFor(error: unknown): Blame {
  if (error instanceof ContentionError) return 'others';
  return error instanceof StoreUnavailable || error instanceof StoreRefusal ? 'redis' : 'itself';
}
