import type { CheckInstances } from './check-instances.ts';
import { createEachOf } from './concurrency/each-of.ts';
import type { Failures } from './ports/failures.ts';
import type { Meter } from './ports/observability.ts';
import type { Overdue } from './ports/wake-ups.ts';
import type { RepairDeliveries } from './repairing/repair-deliveries.ts';
import type { RollUpService } from './roll-up-service.ts';

/** One sweep of one partition; resolves to how many instances it had to repair. */
export type SweepOverdue = () => Promise<number>;

/** After so long, the wake-up of an instance counts as late; services have no other wake-up than this sweep. */
const overdueMs = 1000;

/**
 * Step 6, the safety net. The timers in Redis are what counts, and jobs are only wake-ups: overdue work whose job was lost
 * is done here. Repairs are counted; without faults there are none.
 */
export function createSweepOverdue(parts: {
  partition: number;
  overdue: Overdue;
  checkInstances: CheckInstances;
  rollUpService: RollUpService;
  repairDeliveries: RepairDeliveries;
  failures: Failures;
  meter: Meter;
}): SweepOverdue {
  const { overdue, meter } = parts;
  const eachOf = createEachOf(parts.failures);

  async function sweepInstances(): Promise<number> {
    let repairs = 0;
    await parts.checkInstances(parts.partition, {
      byMs: overdueMs,
      async found(count) {
        repairs += count;
        meter.repaired('instance', count);
        await overdue.repaired(count);
      },
    });
    return repairs;
  }

  async function sweepServices(): Promise<void> {
    const serviceIds = await overdue.services(0);
    await eachOf('service', serviceIds, (serviceId) => parts.rollUpService(serviceId, []));
  }

  return async function sweepOverdue() {
    const repairs = await sweepInstances();
    await sweepServices();
    await parts.repairDeliveries();
    return repairs;
  };
}
