/** How a compare-and-set ended: written, or somebody was faster and nothing was. */
export type CommitOutcome = { kind: 'committed' } | { kind: 'stale' };

/** So many write the same thing at once that this writer never came through; nothing was written. */
export class ContentionError extends Error {}
