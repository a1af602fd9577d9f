/** A check of an instance; one of an older generation than the instance's has nothing to do. */
export interface Check {
  instanceId: string;
  generation: number;
  /** Whether it takes away the wake-up of the generation before, which may be hours off; absent: no. */
  replaces?: boolean;
}

/** A notification on its way to its channel, after so many attempts. */
export interface Delivery {
  notificationId: string;
  channelId: string;
  attempts: number;
}

/** What a job is for, and its delay; absent: none. */
export type WakeUp<Of> = Of & { delayMs?: number };

/**
 * Adds a job for a check or a delivery, due later. Its content is its id, so adding it again gives no second job. Neither
 * call rejects or takes longer than about a second, whatever the queue does. A lost wake-up is counted and logged, and
 * delays the work by a second: the timers are in Redis, and the sweep finds overdue work.
 */
export interface WakeUps<Of> {
  /** A request handler does not wait for it; a worker does, so that its wake-ups do not accumulate. */
  arm(wakeUps: readonly WakeUp<Of>[]): Promise<void>;
  /** Those that have no wake-up, not even one that is late; none while the queue cannot be asked. */
  missing(all: readonly Of[]): Promise<Of[]>;
}

/** A check with the time until it is due. */
export interface DueCheck {
  instanceId: string;
  dueInMs: number;
}

/** Overdue work of one partition. What one worker takes, others get only when it is overdue again. */
export interface Overdue {
  instances(overdueMs: number): Promise<string[]>;
  services(overdueMs: number): Promise<string[]>;
  /** Messages whose next attempt, or the end of whose lease, is overdue. */
  deliveries(overdueMs: number): Promise<Delivery[]>;
  /** Those that no worker tried or settled since they were found overdue. */
  untouched(deliveries: readonly Delivery[]): Promise<Delivery[]>;
  /** Counts that so many were repaired; the self-check reads it. */
  repaired(count: number): Promise<void>;
}
