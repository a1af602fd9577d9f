/** A notification on its way to its channel, after so many attempts. */
export interface Delivery {
  notificationId: string;
  channelId: string;
  attempts: number;
}

/** A check that is due. */
export interface DueCheck {
  instanceId: string;
  dueInMs: number;
}

/** Wake-ups of deliveries; each channel has a queue of its own, so a slow one delays no other. */
export interface DeliveryQueue {
  /**
   * Wakes each for its next attempt, which has one wake-up however often it is armed. Never rejects and never makes its
   * caller wait for long: a wake-up that is lost costs a second, until the sweep finds it missing.
   */
  arm(deliveries: readonly Delivery[], delayMs?: number): Promise<void>;
  /** Those that have no wake-up for their next attempt, not even one that waits for its turn. */
  missing(deliveries: readonly Delivery[]): Promise<Delivery[]>;
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
