import type { CheckQueue, DeliveryQueue } from '../../src/actors/ports.ts';

export interface CheckJob {
  instanceId: string;
  generation: number;
  dueMs: number;
}

export interface DeliveryJob {
  notificationId: string;
  dueMs: number;
}

/** Jobs as BullMQ keeps them: an id that is there already is dropped without a word. */
export class SimulatedQueue {
  checks = new Map<string, CheckJob>();
  deliveries: DeliveryJob[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  readonly checkQueue: CheckQueue = {
    arm: async (wanted) => {
      for (const { instanceId, generation, delayMs } of wanted) {
        const jobId = `${instanceId} ${generation}`;
        const dueMs = this.#nowMs() + Math.max(0, Math.ceil(delayMs));
        if (!this.checks.has(jobId)) this.checks.set(jobId, { instanceId, generation, dueMs });
      }
    },
  };

  readonly deliveryQueue: DeliveryQueue = {
    arm: async (wanted) => {
      const dueMs = this.#nowMs();
      this.deliveries.push(...wanted.map(({ notificationId }) => ({ notificationId, dueMs })));
    },
  };

  keep(): { checks: Map<string, CheckJob>; deliveries: DeliveryJob[] } {
    return structuredClone({ checks: this.checks, deliveries: this.deliveries });
  }

  cutBack(kept: { checks: Map<string, CheckJob>; deliveries: DeliveryJob[] } | undefined): void {
    const { checks, deliveries } = structuredClone(kept ?? { checks: new Map(), deliveries: [] });
    this.checks = checks;
    this.deliveries = deliveries;
  }
}
