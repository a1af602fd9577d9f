/** What to run against which monitor. */
export interface SimulationOptions {
  url: string;
  apiKey: string;
  services: number;
  /** Instances of each service. */
  instances: number;
  /** The share of all instances that falls silent in a round, 0 to 1; 0: nobody does. */
  killFraction: number;
  /** How many times faster than the default of 30 s the fleet beats. */
  speed: number;
  /** Rounds of kill and revive for this long; left out: one round. */
  durationMs?: number | undefined;
  environment: string;
  /** The same seed kills the same instances. */
  seed: number;
  /** The heartbeat interval itself, in place of 30 s / speed. */
  intervalSeconds?: number | undefined;
  /** What the monitor's MONITOR_DOWN_AFTER is set to, so the run knows how long to wait; 120 s when left out. */
  downAfterMs?: number | undefined;
  /** One line of JSON at the end in place of the report. */
  json: boolean;
  /** Ends the run early and gracefully. */
  signal?: AbortSignal | undefined;
}
