import { healthReasons } from '../domain/health.ts';
import { isLiving } from '../domain/status.ts';
import type { Beat, Log } from './ports.ts';
import type { Healths } from './ports-of-health.ts';

/** Never rejects. */
export type HearHealth = (beat: Beat) => Promise<void>;

/** How often a report starts over when something else is committed of the instance. */
const attempts = 5;

/**
 * Beside step 1: an instance says something else of itself than before. Nobody waits for it and nothing hangs on it: each
 * heartbeat is compared with what is stored, so what is lost here the next one says again.
 */
export function createHearHealth(parts: { healths: Pick<Healths, 'read' | 'commit'>; log: Log }): HearHealth {
  /** Instances of which a report is being written. */
  const underWay = new Set<string>();

  return async function hearHealth(beat) {
    const { instanceId } = beat;
    if (underWay.has(instanceId)) return;
    underWay.add(instanceId);
    try {
      await note(beat);
    } catch (error) {
      parts.log.warn(
        { error, instanceId },
        'a reported health could not be stored; the next heartbeat says it again',
      );
    } finally {
      underWay.delete(instanceId);
    }
  };

  async function note({ instanceId, health, metadata }: Beat): Promise<void> {
    if (health == null) return;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { nowMs, instance: view } = await parts.healths.read(instanceId);
      if (view === null || !isLiving(view.state.status) || view.health?.health === health) return;
      const reasons = healthReasons(metadata === null ? null : JSON.parse(metadata));
      const outcome = await parts.healths.commit({ view, to: health, atMs: nowMs, reasons });
      if (outcome.kind === 'committed') return;
    }
  }
}
