import { withTimeout } from '../../with-timeout.ts';
import type { Log } from '../ports/observability.ts';
import type { LookRights } from '../ports/outage-groups.ts';
import type { LookForCauses } from './look-for-causes.ts';

/** Resolves when a look began after this moment and was finished, or when it is not worth waiting for any longer. */
export type CoverByLook = (sinceMs: number) => Promise<void>;

/** No message waits longer for the others that may have the same cause: then it is sent by itself. */
const longestWaitMs = 1_500;

const askEveryMs = 50;

/**
 * Sees to it that the cluster looks for common causes before what has just happened is told. However many messages wait
 * on this worker, it asks once for all of them. It never rejects: without a look each message is told by itself.
 */
export function createCoverByLook(parts: {
  rights: LookRights;
  lookForCauses: LookForCauses;
  wait: (ms: number) => Promise<unknown>;
  now: () => number;
  log: Log;
}): CoverByLook {
  const { rights, now } = parts;
  let lookedAtMs = 0;
  let asking: Promise<void> | null = null;

  return async function coverByLook(sinceMs) {
    const untilMs = now() + longestWaitMs;
    while (lookedAtMs < sinceMs && now() < untilMs) {
      asking ??= ask(sinceMs).finally(() => {
        asking = null;
      });
      await withTimeout(asking, Math.max(1, untilMs - now()), () => undefined);
      if (lookedAtMs < sinceMs) await parts.wait(askEveryMs);
    }
  };

  async function ask(sinceMs: number): Promise<void> {
    try {
      lookedAtMs = Math.max(lookedAtMs, await rights.lookedAtMs());
      if (lookedAtMs >= sinceMs) return;
      const beganAtMs = await rights.take();
      if (beganAtMs === null) return;
      await parts.lookForCauses();
      await rights.finished(beganAtMs);
      lookedAtMs = Math.max(lookedAtMs, beganAtMs);
    } catch (error) {
      parts.log.warn({ error }, 'could not look for common causes; each incident is told by itself');
    }
  }
}
