/** What a bench reports. */
export interface BenchResult {
  /** Tables for people, one below the other. */
  tables: { title: string; rows: Record<string, string | number>[] }[];
  /** The figures for machines. */
  figures: Record<string, unknown>;
  /** What must not be: anything missed, false or doubled. Empty: all was right. */
  mistakes: string[];
}

export interface BenchOptions {
  /** Small and quick: correctness, not speed. */
  isShort: boolean;
  /** How many instances, where the bench lets one choose; undefined: as many as it is made for. */
  instances?: number | undefined;
  /** One part of a bench that has several; undefined: all. */
  part?: string | undefined;
  /** Progress, for people. */
  say(text: string): void;
}

export interface Bench {
  about: string;
  run(options: BenchOptions): Promise<BenchResult>;
}
