import type { CheckWakeUps, Delivery, WakeUps } from '../../src/actors/ports/wake-ups.ts';
import { ArmedBuckets } from '../../src/queues/armed-buckets.ts';

export interface CheckJob {
  jobId: string;
  /** When its bucket ends, by the monitor's clock; null: it has ended. */
  endMs: number | null;
  dueMs: number;
  /** The queue was slow when it was armed: it is there for longer than anybody asked. */
  isHeldBack: boolean;
}

export interface DeliveryJob extends Delivery {
  dueMs: number;
}

interface Jobs {
  checks: Map<string, CheckJob>;
  deliveries: Map<string, DeliveryJob>;
}

/** Jobs as BullMQ keeps them: an id that is there already, in whatever state, is dropped without a word. */
export class SimulatedQueue implements Jobs {
  checks = new Map<string, CheckJob>();
  deliveries = new Map<string, DeliveryJob>();
  /** How much later than asked a job is woken that is added from now on: the queue is slow, or full. */
  readonly latenessMs = { checks: 0, deliveries: 0 };
  readonly #nowMs: () => number;
  #urgent = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  static deliveryId({ notificationId, attempts }: Delivery): string {
    return `${notificationId} ${attempts}`;
  }

  /** What one process arms: it remembers its buckets as the real one does. */
  checkQueueOf(): CheckWakeUps {
    const armed = new ArmedBuckets(1);
    return {
      arm: async (nowMs, due) => {
        for (const { endMs } of armed.toArm(nowMs, due)) {
          const jobId = endMs === null ? `now ${++this.#urgent}` : `bucket ${endMs}`;
          const dueMs = this.#dueMs(endMs === null ? 0 : endMs - nowMs, 'checks');
          const job = { jobId, endMs, dueMs, isHeldBack: this.latenessMs.checks > 0 };
          if (!this.checks.has(jobId)) this.checks.set(jobId, job);
        }
      },
    };
  }

  readonly deliveryQueue: WakeUps<Delivery> = {
    arm: async (wanted) => {
      for (const { notificationId, channelId, attempts, delayMs = 0 } of wanted) {
        const job = { notificationId, channelId, attempts, dueMs: this.#dueMs(delayMs, 'deliveries') };
        const jobId = SimulatedQueue.deliveryId(job);
        if (!this.deliveries.has(jobId)) this.deliveries.set(jobId, job);
      }
    },
    missing: async (wanted) => wanted.filter((one) => !this.deliveries.has(SimulatedQueue.deliveryId(one))),
  };

  keep(): Jobs {
    return structuredClone({ checks: this.checks, deliveries: this.deliveries });
  }

  cutBack(kept: Jobs = { checks: new Map(), deliveries: new Map() }): void {
    Object.assign(this, structuredClone(kept));
  }

  #dueMs(delayMs: number, of: keyof Jobs): number {
    return this.#nowMs() + this.latenessMs[of] + Math.max(0, Math.ceil(delayMs));
  }
}
