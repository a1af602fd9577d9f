import type { Answer } from '../answers-in.ts';

/** What a row may use of the monitor that it is sent to. */
export interface Given {
  key: string;
  host: string;
  /** A registered instance. */
  instanceId: string;
}

/** One line of the table of bad inputs (notes/reliability.md 3.4). */
export interface Row {
  /** The number in that table. */
  row: number;
  name: string;
  bytes(given: Given): Buffer;
  /** Sent after `bytes`, a byte at a time, until an answer comes. */
  drip?: string;
  status: number;
  /** The problem's code; null: the request is answered with 200. */
  code: string | null;
  closes: boolean;
  /** For rows about time only. */
  withinMs?: number;
  /** What `errors[0].pointer` must be. */
  pointer?: string;
  /** What `warnings[0].pointer` must be; absent: the answer must have none. */
  warning?: string;
  /** What else must hold. */
  also?(answer: Answer): void;
}
