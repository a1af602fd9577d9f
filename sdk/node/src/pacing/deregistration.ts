import type { Answer } from '../api/answer.ts';

/** What is done after an answer to a deregistration. `test/wire/deregistration-vectors.json` holds all of this for both SDKs. */
export type DeregistrationStep =
  | 'done'
  | 'again'
  /** Again at once if the key, read again, is another one. */
  | 'new-key'
  | 'give-up';

export interface DeregistrationPause {
  /** In a row, this one included. */
  failures: number;
  /** Until the stop's time is over. */
  leftMs: number;
  retryAfterMs: number | null;
  /** Below 1. */
  random: number;
}

const firstWaitMs = 200;
const longestWaitMs = 800;
const shortestAttemptMs = 500;

export const deregistration = {
  stepAfter(kind: Answer<unknown>['kind']): DeregistrationStep {
    switch (kind) {
      case 'accepted':
      case 'unknown-instance':
        return 'done';
      case 'failed':
        return 'again';
      case 'unauthorized':
        return 'new-key';
      case 'refused':
      case 'too-large':
        return 'give-up';
      default:
        return kind satisfies never;
    }
  },

  /** Null: there is no time left for another attempt. A `Retry-After` that does not fit is ignored. */
  waitMs({ failures, leftMs, retryAfterMs, random }: DeregistrationPause): number | null {
    const ownMs = Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 10), longestWaitMs) * (0.5 + random / 2);
    const fits = retryAfterMs !== null && retryAfterMs < leftMs;
    const waitMs = Math.round(fits ? Math.max(ownMs, retryAfterMs) : ownMs);
    return waitMs < leftMs ? waitMs : null;
  },

  /** One attempt takes half of the time that is left, so that a request that got lost can be sent again. */
  attemptMs(leftMs: number): number {
    return Math.ceil(Math.min(leftMs, Math.max(shortestAttemptMs, leftMs / 2)));
  },
};
