import type { Answer } from '../api/answer.ts';
import type { Step } from './after-answer.ts';
import { backOffMs } from './back-off-ms.ts';
import { spreadMs } from './spread-ms.ts';

export interface Pace {
  /** Between two heartbeats, as the monitor wants it. */
  intervalMs: number;
  /** In a row. */
  failures: number;
  /** How long the question and its answer took: the interval runs from heartbeat to heartbeat. */
  tookMs: number;
  random: number;
}

/** How long to wait before the step is taken. */
export function nextWaitMs(step: Step, answer: Answer<unknown>, pace: Pace): number {
  const { intervalMs, failures, random } = pace;
  switch (step) {
    case 'next-interval':
      return Math.max(0, spreadMs(intervalMs, random) - pace.tookMs);
    case 'back-off': {
      const retryAfterMs = answer.kind === 'failed' ? answer.retryAfterMs : null;
      return backOffMs({ intervalMs, failures, retryAfterMs, random });
    }
    case 'heartbeat-now':
    case 'register-now':
    case 'send-less-now':
      return 0;
    default:
      return step satisfies never;
  }
}
