import type { Check, Delivery, WakeUps } from '../../src/actors/ports/wake-ups.ts';

export interface CheckJob {
  instanceId: string;
  generation: number;
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

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  static checkId({ instanceId, generation }: Pick<CheckJob, 'instanceId' | 'generation'>): string {
    return `${instanceId} ${generation}`;
  }

  static deliveryId({ notificationId, attempts }: Delivery): string {
    return `${notificationId} ${attempts}`;
  }

  readonly checkQueue: WakeUps<Check> = {
    arm: async (wanted) => {
      for (const { instanceId, generation, delayMs = 0, replaces } of wanted) {
        if (replaces) this.checks.delete(SimulatedQueue.checkId({ instanceId, generation: generation - 1 }));
        const isHeldBack = this.latenessMs.checks > 0;
        const job = { instanceId, generation, dueMs: this.#dueMs(delayMs, 'checks'), isHeldBack };
        const jobId = SimulatedQueue.checkId(job);
        if (!this.checks.has(jobId)) this.checks.set(jobId, job);
      }
    },
    missing: async (wanted) => wanted.filter((one) => !this.checks.has(SimulatedQueue.checkId(one))),
  };

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
