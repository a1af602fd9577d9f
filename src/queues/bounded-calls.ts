import { withTimeout } from '../with-timeout.ts';

/** How a call ended for its caller. */
export type BoundedOutcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'failed'; error: unknown }
  /** It hangs, or was not begun because another does. */
  | { kind: 'late' };

/**
 * Makes calls that never reject and take `timeoutMs` at most. Behind a call that hangs no other is begun, so that
 * calls do not pile up while a server is away.
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
