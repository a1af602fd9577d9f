import type { StreamEntry } from './events.ts';

/** How far the events of all partitions were read: for each the id of its last entry. */
export type FeedPosition = readonly string[];

/** The events of all partitions for one who only looks: it is in no group, and acknowledges nothing. */
export interface EventFeed {
  /** Where the events end now. */
  end(): Promise<FeedPosition>;
  /**
   * The events after `position`, at most some hundreds; waits up to `blockMs` for the first. Throws when the connection
   * was lost meanwhile: what is stored may have gone back, so that `since` must say whether the position still holds.
   */
  next(position: FeedPosition, blockMs: number): Promise<{ entries: StreamEntry[]; position: FeedPosition }>;
  /** All events after `position`; null: some of them are not there any more, or they are too many to be looked at. */
  since(position: FeedPosition): Promise<StreamEntry[] | null>;
  /** Lets go of the connection that waits for events; the next read opens it again. */
  release(): void;
}
