import { ContentionError } from './commits.ts';
import { StoreRefusal, StoreUnavailable } from './store-errors.ts';
import type { Delivery } from './wake-ups.ts';

/** Who made something fail: the thing itself, others that were faster, or Redis and the way to it. */
export type Blame = 'itself' | 'others' | 'redis';

/** What is held against a thing that failed: nothing while Redis is away, or when others wrote the same all the time. */
export function blameFor(error: unknown): Blame {
  if (error instanceof ContentionError) return 'others';
  return error instanceof StoreUnavailable || error instanceof StoreRefusal ? 'redis' : 'itself';
}

/** What an actor could not deal with. */
export type FailedThing =
  | { what: 'instance' | 'service'; id: string }
  | ({ what: 'delivery' } & Pick<Delivery, 'channelId' | 'notificationId'>);

/** Keeps what fails by itself from its neighbours. */
export interface Failures {
  /**
   * Counts a failure. After several the thing is quarantined: an operator sees it, and it is not tried any more.
   * Rejects with `error` while Redis is away: then nothing else is to blame.
   */
  failed(thing: FailedThing, error: unknown): Promise<void>;
}
