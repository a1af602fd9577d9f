/** A kind of trouble: the status of an answer, or none came. `fault`: one of the SDK itself. */
export type Trouble = number | 'no-answer' | 'fault';

/** What an answer of the monitor means to the SDK. */
export type Answer<T> =
  /** `warnings`: what the monitor ignored, in its words. */
  | { kind: 'accepted'; value: T; warnings: readonly string[] }
  /** The monitor does not know this instance, or no longer. */
  | { kind: 'unknown-instance'; problem: string; trouble: Trouble }
  /** The key is wrong or may not do this. */
  | { kind: 'unauthorized'; problem: string; trouble: Trouble }
  | { kind: 'too-large'; problem: string; trouble: Trouble }
  /** The request is wrong; the same one again would be too. */
  | { kind: 'refused'; problem: string; trouble: Trouble }
  /** Nothing is wrong with the request: the same one may work later. */
  | { kind: 'failed'; problem: string; trouble: Trouble; retryAfterMs: number | null };
