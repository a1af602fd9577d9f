import type { ReloadOutcome } from '../../domain/reload-outcome.ts';

/** How somebody asks all nodes to read `monitor.yaml` again, and hears what became of it. */
export interface Reloads {
  /** Asks; resolves to the id of the request. The latest request counts. */
  ask(): Promise<string>;
  /** Null: nobody asked lately. */
  asked(): Promise<string | null>;
  answer(requestId: string, nodeId: string, outcome: ReloadOutcome): Promise<void>;
  /** By node. */
  answers(requestId: string): Promise<ReadonlyMap<string, ReloadOutcome>>;
}
