/** What became of `monitor.yaml` when a node read it again. */
export type ReloadOutcome =
  | { kind: 'unchanged' }
  /** In words for people. */
  | { kind: 'changed'; changes: readonly string[] }
  /** The settings of before stay in use. */
  | { kind: 'refused'; errors: readonly string[] };

/** The same of one node of several; one that runs another version may not know the question. */
export interface NodeReload {
  /** As people know the node. */
  node: string;
  outcome: ReloadOutcome | { kind: 'no-answer' };
}
