/** A completed round in which everything was checked again with one set of rules. */
export interface RuleRound {
  rules: string;
  /** When it began, by the monitor's clock. */
  beganAtMs: number;
}

/** What workers share about the rules that timers were set by. */
export interface RuleRounds {
  /** Null: there was none. */
  latest(): Promise<RuleRound | null>;
  finished(round: RuleRound): Promise<void>;
  /** Takes or keeps the lease for a round; false: another worker has it. */
  hold(token: string): Promise<boolean>;
  release(token: string): Promise<void>;
  /** All that have a timer, some at a time. */
  instances(): AsyncIterable<string[]>;
  services(): AsyncIterable<string[]>;
}
