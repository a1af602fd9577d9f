/** The state of one channel; times are durations up to now. */
export interface ChannelVitals {
  channelId: string;
  /** Since the last message that was sent; null: none was. */
  sentAgoMs: number | null;
  /** Since the first failed attempt after the last message that went out. */
  failingForMs: number | null;
  /** Since a message was given up. */
  deadAgoMs: number | null;
  /** How long a due message has had no attempt. */
  stuckForMs: number | null;
  /** How many messages wait: for its circuit, or for their next attempt. Absent: its last attempt did not fail. */
  unsent?: number;
  /** How its last attempt failed; absent as well if that is not known. */
  lastError?: string;
}
