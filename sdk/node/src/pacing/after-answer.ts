import type { Answer } from '../api/answer.ts';

/** What the SDK does after an answer. */
export type Step =
  | 'heartbeat-now'
  | 'next-interval'
  | 'register-now'
  /** The same again without what can be spared. */
  | 'send-less-now'
  | 'back-off';

export interface Asked {
  to: 'register' | 'heartbeat';
  /** Whether what can be spared was left out already. */
  isSpare: boolean;
  /** Whether no heartbeat arrived yet under this instance id. */
  isFresh: boolean;
}

/** The whole policy. `test/wire/retry-vectors.json` holds it for both SDKs. */
export function afterAnswer(kind: Answer<unknown>['kind'], { to, isSpare, isFresh }: Asked): Step {
  switch (kind) {
    case 'accepted':
      return to === 'register' ? 'heartbeat-now' : 'next-interval';
    case 'unknown-instance':
      // A monitor that forgets what it just registered is not asked in a tight loop.
      return to === 'heartbeat' && !isFresh ? 'register-now' : 'back-off';
    case 'too-large':
      if (!isSpare) return 'send-less-now';
      return to === 'register' ? 'back-off' : 'next-interval';
    case 'refused':
      return to === 'register' ? 'back-off' : 'next-interval';
    // The key may be mended at any moment, and silence for longer than an interval is taken for a death.
    case 'unauthorized':
    case 'failed':
      return 'back-off';
    default:
      return kind satisfies never;
  }
}
