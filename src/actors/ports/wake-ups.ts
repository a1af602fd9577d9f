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

/** What somebody is woken for, and after how long; absent: at once. */
export type WakeUp<Of> = Of & { delayMs?: number };

/**
 * Wakes whoever deals with a check or a delivery, later. What it wakes for is its id: armed again it is still one
 * wake-up. Neither call rejects, and neither takes longer than about a second, whatever the queue does. A wake-up that
 * is lost is counted and logged, and costs a second: the timers are in Redis, and the sweep finds what is overdue.
 */
export interface WakeUps<Of> {
  /** Who answers a request does not wait for it; a worker does, so that its wake-ups do not pile up. */
  arm(wakeUps: readonly WakeUp<Of>[]): Promise<void>;
  /** Those that have no wake-up, not even one that is late; none while the queue cannot be asked. */
  missing(all: readonly Of[]): Promise<Of[]>;
}

/** A check with the time until it is due. */
export interface DueCheck {
  instanceId: string;
  dueInMs: number;
}

/** What is overdue in one partition; what is taken is nobody else's until it is overdue by as much once more. */
export interface Overdue {
  instances(overdueMs: number): Promise<string[]>;
  services(overdueMs: number): Promise<string[]>;
  /** Messages whose next attempt, or the end of whose lease, is overdue. */
  deliveries(overdueMs: number): Promise<Delivery[]>;
  /** Those that are as they were when they were found overdue: nobody tried or settled them meanwhile. */
  untouched(deliveries: readonly Delivery[]): Promise<Delivery[]>;
  /** Counts that so many were repaired; the self-check reads it. */
  repaired(count: number): Promise<void>;
}
