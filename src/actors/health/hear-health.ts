import { healthReasons, hearHealth, unwellSince } from '../../domain/health.ts';
import type { RulesOf } from '../../domain/policy.ts';
import { isLiving } from '../../domain/status.ts';
import { untilCommitted } from '../concurrency/until-committed.ts';
import type { Healths } from '../ports/health.ts';
import type { Beat } from '../ports/heartbeats.ts';
import type { Log } from '../ports/observability.ts';
import type { CheckWakeUps } from '../ports/wake-ups.ts';

/** Never rejects. */
export type HearHealth = (beat: Beat) => Promise<void>;

/** How often a report starts again when the instance is changed by another commit. */
const attempts = 5;

/**
 * Beside step 1: the reported health of an instance changed. No caller waits for this. Each heartbeat is compared with the
 * stored health, so if this write is lost, the next heartbeat repeats it. If a policy makes a status of the health, the
 * instance gets a check.
 */
export function createHearHealth(parts: {
  healths: Pick<Healths, 'read' | 'commit'>;
  checkQueue: CheckWakeUps;
  rulesOf: RulesOf;
  log: Log;
}): HearHealth {
  /** Instances of which a report is being written. */
  const underWay = new Set<string>();

  return async function hear(beat) {
    const { instanceId } = beat;
    if (underWay.has(instanceId)) return;
    underWay.add(instanceId);
    try {
      await note(beat);
    } catch (error) {
      parts.log.warn(
        { error, instanceId },
        'could not store reported health; retrying with the next heartbeat',
      );
    } finally {
      underWay.delete(instanceId);
    }
  };

  async function note({ instanceId, health, metadata }: Beat): Promise<void> {
    if (health == null) return;
    await untilCommitted<'done'>(
      attempts,
      async () => {
        const { nowMs, instance: view } = await parts.healths.read(instanceId);
        if (view === null || !isLiving(view.state.status)) return 'done';
        const { unhealthyBeats } = parts.rulesOf(view.description);
        const after = hearHealth(view.health, health, nowMs, unhealthyBeats);
        if (after === null) return 'done';
        const reasons = healthReasons(metadata === null ? null : JSON.parse(metadata));
        const isWell = unwellSince(after, unhealthyBeats) === null;
        const wakes = isWell !== (unwellSince(view.health, unhealthyBeats) === null);
        const outcome = await parts.healths.commit({ view, after, nowMs, reasons, wakes });
        if (outcome.kind === 'stale') return 'again';
        if (wakes) await parts.checkQueue.arm(nowMs, [{ instanceId, dueAtMs: nowMs }]);
        return 'done';
      },
      () => 'done',
    );
  }
}
