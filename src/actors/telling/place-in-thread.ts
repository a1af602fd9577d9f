import { threadStep } from '../../domain/telling/thread.ts';
import type { Claim, InThread } from '../ports/notifications.ts';

/** How a claimed message stands to what its channel was sent before. */
export type ThreadPlace =
  | { kind: 'send'; inThread?: InThread }
  /** What it would change shows something newer already, or is not there. */
  | { kind: 'nothing'; because: string };

/** Asked before each attempt: what its channel shows of the outage may have changed since the last. */
export function placeInThread({ notification, thread }: Claim): ThreadPlace {
  // Its channel changes nothing.
  if (thread === undefined) return { kind: 'send' };
  const step = threadStep(notification, thread);
  if (step.kind === 'nothing') return step;
  const { attempts, createdAtMs } = notification;
  return {
    kind: 'send',
    inThread: {
      step: step.kind,
      reference: thread?.reference ?? null,
      // A failed attempt may have arrived all the same, as one whose worker died may.
      mayBeThere: attempts > 1,
      plannedAtMs: createdAtMs,
    },
  };
}
