import type { Delivery } from './wake-ups.ts';

/** What an actor could not deal with. */
export type FailedThing =
  | { what: 'instance' | 'service'; id: string }
  | ({ what: 'delivery' } & Pick<Delivery, 'channelId' | 'notificationId'>);

/** Keeps what fails by itself from its neighbours. */
export interface Failures {
  /**
   * Counts a failure; after several the thing is set aside, where an operator finds it, and is not tried any more.
   * Rejects with `error` while Redis is away: then nothing else is to blame.
   */
  failed(thing: FailedThing, error: unknown): Promise<void>;
}
