/** A silence that began with no heartbeat: an instance registered and was not heard after that. */
export interface SilentRegistration {
  atMs: number;
  /** Of all instances of the service before that; null: none. */
  lastBeatAtMs: number | null;
}

/** An instance that is Down, and where it ran, as far as it said so. */
export interface DownInstance {
  instanceKey: string;
  host: string | null;
}

/** What a message of an outage may say beside the outage. */
export interface OutageDetails {
  /** All that are Down; absent: none is, or more than three are. */
  down?: readonly DownInstance[];
  /** Until when it was held back, and why, in the latest words; added for each attempt. Absent: it was not. */
  heldBack?: { untilMs: number; because: string };
}
