import { partitionOf } from '../domain/ids.ts';
import type { ServiceStatus } from '../domain/status.ts';
import type { Beat, BeatOutcome, BeatReceipt, Beats, CheckQueue, Log } from './ports.ts';

/** The true answer to one heartbeat; `receivedAtMs` is on the Redis clock. */
export type HeartbeatAnswer =
  | { kind: 'received'; receivedAtMs: number; serviceStatus: ServiceStatus; expectedIntervalMs: number }
  | { kind: 'unknown-instance' }
  /** Not stored, or we cannot know: the caller must send it again. */
  | { kind: 'unavailable' };

export interface ReceiveHeartbeat {
  receive(beat: Beat): Promise<HeartbeatAnswer>;
  /** Takes the path of a heartbeat without one, so that Redis knows when we could hear; resolves to blind milliseconds found. */
  tick(): Promise<number>;
}

interface Waiting {
  beat: Beat;
  answer(answer: HeartbeatAnswer): void;
}

/** How many heartbeats go to Redis in one call: more would hold it too long for the others. */
const batchSize = 200;

/**
 * Step 1, HTTP to Redis. What arrives within one turn of the event loop goes to Redis in one call for each partition;
 * a call that fails fails only its own heartbeats. Instances whose heartbeat is news are woken.
 */
export function createReceiveHeartbeat(parts: {
  beats: Beats;
  checkQueue: CheckQueue;
  partitions: number;
  log: Log;
}): ReceiveHeartbeat {
  const waiting: Waiting[][] = Array.from({ length: parts.partitions }, () => []);

  function flush(partition: number): void {
    const all = waiting[partition] ?? [];
    waiting[partition] = [];
    for (let from = 0; from < all.length; from += batchSize) {
      void send(partition, all.slice(from, from + batchSize));
    }
  }

  async function send(partition: number, batch: Waiting[]): Promise<void> {
    let receipt: BeatReceipt;
    try {
      receipt = await parts.beats.receive(
        partition,
        batch.map((one) => one.beat),
      );
    } catch (error) {
      parts.log.warn({ error, heartbeats: batch.length }, 'heartbeats could not be stored');
      for (const one of batch) one.answer({ kind: 'unavailable' });
      return;
    }
    batch.forEach((one, i) => {
      one.answer(toAnswer(receipt.outcomes[i], receipt.nowMs));
    });
    await wake(batch, receipt.outcomes);
  }

  /** Redis holds the timer already; if the wake-up cannot be queued, the sweep comes a second later. */
  async function wake(batch: Waiting[], outcomes: BeatOutcome[]): Promise<void> {
    const news = outcomes.flatMap((outcome, i) =>
      outcome.kind === 'received' && outcome.wake !== null
        ? [{ instanceId: batch[i]?.beat.instanceId ?? '', generation: outcome.wake, delayMs: 0 }]
        : [],
    );
    if (news.length === 0) return;
    try {
      await parts.checkQueue.arm(news);
    } catch (error) {
      parts.log.warn({ error, instances: news.length }, 'instances could not be woken; the sweep will');
    }
  }

  return {
    receive(beat) {
      const partition = partitionOf(beat.instanceId, parts.partitions);
      const queue = waiting[partition] ?? [];
      if (queue.length === 0) setImmediate(flush, partition);
      return new Promise((answer) => queue.push({ beat, answer }));
    },
    async tick() {
      const partitions = waiting.map((_, partition) => parts.beats.receive(partition, []));
      const receipts = await Promise.all(partitions);
      return Math.max(...receipts.map((receipt) => receipt.blindMs));
    },
  };
}

function toAnswer(outcome: BeatOutcome | undefined, receivedAtMs: number): HeartbeatAnswer {
  if (outcome?.kind !== 'received') return { kind: 'unknown-instance' };
  const { serviceStatus, expectedIntervalMs } = outcome;
  return { kind: 'received', receivedAtMs, serviceStatus, expectedIntervalMs };
}
