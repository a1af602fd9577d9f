import type { Evidence } from './judge/evidence.ts';
import type { Nemesis } from './stage/nemesis.ts';
import type { Stage } from './stage/open-stage.ts';
import type { StageOptions } from './stage/stage-options.ts';

/** What a case may excuse; all else is a mistake. */
export interface Allowances {
  /** Messages whose delivery was under way when the case interrupted it may come again, with their id. */
  repeats?: boolean;
  /** Redis loses so much, in ms, of what it had acknowledged last. */
  lostWrites?: number;
  /** A Down may be so much later than elsewhere, in ms. */
  lateBy?: number;
  /** The monitor's clock is set to another time. */
  clockShifts?: boolean;
  /** Of these channels nothing need arrive. */
  failingChannels?: string[];
  /** Redis has forgotten everything; what was told before cannot be known. */
  emptied?: boolean;
}

export interface Scene {
  stage: Stage;
  nemesis: Nemesis;
  /** Quick, for every change; else as long as it takes to find the rare. */
  isShort: boolean;
  /** From which a case that plays at random makes its sequence. */
  seed: number;
  say(text: string): void;
}

/** One fault: what is done, in a sentence, and what must come of it. */
export interface FaultCase {
  /** Of the plan of faults, such as `T3`; several cases of one fault have a letter. */
  name: string;
  title: string;
  /** Whether it belongs to the short run. */
  isShort: boolean;
  options?: Partial<StageOptions>;
  allows?: Allowances;
  /** What of the plan's row is not judged. */
  notJudged?: string;
  /** Does the harm. Who is silent at its end is revived by the harness once all is found and told. */
  run(scene: Scene): Promise<void>;
  /** What this case alone must hold; each string is a mistake. */
  check?(evidence: Evidence, scene: Scene): Promise<string[]> | string[];
}
