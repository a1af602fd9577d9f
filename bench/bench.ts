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
  /** Progress, for people. */
  say(text: string): void;
}

export interface Bench {
  about: string;
  run(options: BenchOptions): Promise<BenchResult>;
}
