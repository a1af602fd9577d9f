import type { ReloadOutcome } from '../../domain/reload-outcome.ts';

/** How somebody asks all nodes to read `monitor.yaml` again, and hears what became of it. */
export interface Reloads {
  /** Asks; resolves to the number of the request. A later one has a larger number. */
  ask(): Promise<number>;
  /** The latest request; null: nobody asked lately. */
  asked(): Promise<number | null>;
  answer(request: number, nodeId: string, outcome: ReloadOutcome): Promise<void>;
  /** By node: the answers to this request, or to a later one, which answer this one too. */
  answers(request: number): Promise<ReadonlyMap<string, ReloadOutcome>>;
}
