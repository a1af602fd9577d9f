/** A check, and when it is due by the monitor's clock. */
export interface DueCheck {
  instanceId: string;
  dueAtMs: number;
}

/** Checks that are due, with the monitor's clock when that was read. */
export interface DueChecks {
  nowMs: number;
  due: DueCheck[];
}

/** A notification on its way to its channel, after so many attempts. */
export interface Delivery {
  notificationId: string;
  channelId: string;
  attempts: number;
  /** Whose it is: sources take turns. Null, absent: that is not known, and its turn is next. */
  source?: string | null;
}

/** What a job is for, and its delay; absent: none. */
export type WakeUp<Of> = Of & { delayMs?: number };

/**
 * Wakes checks, together all that are due in a partition about then: whoever is woken asks the timers what is due.
 * The call never rejects and takes no longer than about a second, whatever the queue does. A wake-up that is lost is
 * counted and logged, and costs a second: the sweep finds what is overdue by its timer.
 */
export interface CheckWakeUps {
  /** `nowMs`: the monitor's clock when the timers were set. */
  arm(nowMs: number, due: readonly DueCheck[]): Promise<void>;
}

/**
 * Wakes whoever deals with a delivery, later. What it wakes for is its id: armed again it is still one wake-up. Neither
 * call rejects, neither takes longer than about a second, and what is lost costs a second, as above.
 */
export interface WakeUps<Of> {
  /** A request handler does not wait for it; a worker does, so that its wake-ups do not accumulate. */
  arm(wakeUps: readonly WakeUp<Of>[]): Promise<void>;
  /** Those that have no wake-up, not even one that is late; none while the queue cannot be asked. */
  missing(all: readonly Of[]): Promise<Of[]>;
}

/** What is overdue in one partition; what is taken is nobody else's until it is overdue by as much once more. */
export interface Overdue {
  services(overdueMs: number): Promise<string[]>;
  /** Messages whose next attempt, or the end of whose lease, is overdue. */
  deliveries(overdueMs: number): Promise<Delivery[]>;
  /** Those that no worker tried or settled since they were found overdue. */
  untouched(deliveries: readonly Delivery[]): Promise<Delivery[]>;
  /** Counts that so many were repaired; the self-check reads it. */
  repaired(count: number): Promise<void>;
}
