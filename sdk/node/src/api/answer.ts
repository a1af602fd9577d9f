/** What an answer of the monitor means to the SDK. */
export type Answer<T> =
  /** `warnings`: what the monitor passed over, in its words. */
  | { kind: 'accepted'; value: T; warnings: readonly string[] }
  /** The monitor does not know this instance, or no longer. */
  | { kind: 'unknown-instance'; problem: string }
  /** The key is wrong or may not do this. */
  | { kind: 'unauthorized'; problem: string }
  | { kind: 'too-large'; problem: string }
  /** The request is wrong; the same one again would be too. */
  | { kind: 'refused'; problem: string }
  /** Nothing is wrong with the request: the same one may work later. */
  | { kind: 'failed'; problem: string; retryAfterMs: number | null };
