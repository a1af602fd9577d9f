import { withTimeout } from '../with-timeout.ts';

/** How a call ended for its caller. */
export type BoundedOutcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'failed'; error: unknown }
  /** It did not answer in time, or was not started because another call does not answer. */
  | { kind: 'late' };

/**
 * Makes calls that never reject and take at most `timeoutMs`. While a call gets no answer, no other is started, so that
 * calls do not accumulate while a server is unavailable.
 */
export function boundedCalls(timeoutMs: number): <T>(call: () => Promise<T>) => Promise<BoundedOutcome<T>> {
  let hanging = 0;

  return async function within<T>(call: () => Promise<T>): Promise<BoundedOutcome<T>> {
    if (hanging > 0) return { kind: 'late' };
    const made = call().then(
      (value): BoundedOutcome<T> => ({ kind: 'done', value }),
      (error: unknown): BoundedOutcome<T> => ({ kind: 'failed', error }),
    );
    return withTimeout(made, timeoutMs, () => {
      hanging++;
      void made.then(() => hanging--);
      return { kind: 'late' };
    });
  };
}
