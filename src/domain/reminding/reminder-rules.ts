/** How often it is said again that a service is still Down; times in milliseconds. */
export interface ReminderRules {
  /** From the message of the outage to the first reminder. */
  everyMs: number;
  /** Each further wait is so many times as long as the one before. */
  backOff: number;
  /** No wait is longer. */
  longestMs: number;
}

/** Who else is told of an incident that nobody has acknowledged for so long. */
export interface EscalationStep {
  afterMs: number;
  channels: readonly string[];
}

/** What follows while nobody acknowledges an incident. */
export interface Reminding {
  /** Null: there are no reminders. */
  reminders: ReminderRules | null;
  /** In the order of their times. */
  escalation: readonly EscalationStep[];
}

/** Where the file says nothing: after half an hour, then after 1, 2 and 4 hours, then every 4 hours; nobody else is told. */
export const defaultReminding: Reminding = {
  reminders: { everyMs: 30 * 60_000, backOff: 2, longestMs: 4 * 60 * 60_000 },
  escalation: [],
};

/** Nothing follows. */
export const noReminding: Reminding = { reminders: null, escalation: [] };
