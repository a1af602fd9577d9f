import type { KindInOutage, Told } from './kind-in-outage.ts';

/** What happens to the first attempt of a message about an outage. */
export type Fault = 'limit' | 'refusal' | 'hang';

/** Where the messages of one channel arrive. */
export interface Station {
  /** The channel, with its id. */
  config: { id: string; type: string };
  course: KindInOutage['course'];
  /** The next Down finds this; what is tried again is taken. */
  next(fault: Fault): void;
  /** What was taken, in order. */
  told: Told[];
  /** Every request that arrived, where they are kept. */
  received?(): string[];
  /** The messages as they stand now, where they are kept: each with those below it. */
  kept?(): { text: string; below: string[] }[];
  /** What the row of a message says after this fault. */
  reasonOf: Record<Fault, string | RegExp>;
}

export const hung = /^no answer within /;
