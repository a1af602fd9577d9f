import type { WantedAct } from '../monitor/send-act.ts';

/** What a person says for an act. */
export interface Said {
  by: string;
  /** Null: nothing. */
  note: string | null;
  /** A duration such as `1h`. */
  length: string;
  /** The same while the same is sent again. */
  requestId: string;
}

/** What was made of an act, for who did it. */
export interface Told {
  text: string;
  isBad: boolean;
}

/** Something that a person can have done by a button. */
export interface Act {
  /** What stands on the button. */
  label: string;
  /** What stands on the button below what is asked before; absent: the same. */
  submit?: string;
  /** What most people are here for. */
  isMain?: boolean;
  /** Said before it is done, for what is not undone easily; absent: one press is enough. */
  question?: string;
  /** Whether the name of the person stands in the record. */
  isSigned?: boolean;
  note?: 'optional' | 'needed';
  hasLength?: boolean;
  /** What it asks of the monitor. */
  wanted(said: Said): WantedAct;
  /** What to say when it is done. */
  tell(answer: unknown): Told | string;
}
