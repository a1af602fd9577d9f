import type { CheckInstance } from './check-instance.ts';
import { createJudgeAnew } from './judge-anew.ts';
import type { Failures } from './ports/failures.ts';
import type { Checks } from './ports/instances.ts';
import type { Meter } from './ports/observability.ts';
import type { Check, Overdue, WakeUps } from './ports/wake-ups.ts';
import type { RepairDeliveries } from './repairing/repair-deliveries.ts';
import type { RollUpService } from './roll-up-service.ts';

/** One sweep of one partition; resolves to how many instances it had to repair. */
export type SweepOverdue = () => Promise<number>;

/** After so long, the wake-up of an instance counts as late; services have no other wake-up than this sweep. */
const overdueMs = 1000;

/** How many are checked at the same time, so that a large repair does not delay everything else. */
const atOnce = 50;

/**
 * Step 6, the safety net. The timers in Redis are what counts, and jobs are only wake-ups: overdue work whose job was lost
 * is done here. Repairs are counted; without faults there are none.
 */
export function createSweepOverdue(parts: {
  overdue: Overdue;
  checks: Checks;
  checkInstance: CheckInstance;
  checkQueue: WakeUps<Check>;
  rollUpService: RollUpService;
  repairDeliveries: RepairDeliveries;
  failures: Failures;
  meter: Meter;
}): SweepOverdue {
  const { overdue, meter } = parts;

  const judgeAnew = createJudgeAnew(parts);

  async function repairInstance(instanceId: string): Promise<void> {
    const { instance } = await parts.checks.read(instanceId);
    if (instance === null) return judgeAnew(instanceId);
    const { generation } = instance;
    // An instance whose job is only late keeps it: otherwise every sweep would add jobs to a slow queue.
    const isLost = (await parts.checkQueue.missing([{ instanceId, generation }])).length > 0;
    if (isLost) await judgeAnew(instanceId);
    else await parts.checkInstance(instanceId, generation);
  }

  async function sweepInstances(): Promise<number> {
    const instanceIds = await overdue.instances(overdueMs);
    if (instanceIds.length > 0) {
      meter.repaired('instance', instanceIds.length);
      await overdue.repaired(instanceIds.length);
    }
    await eachOf('instance', instanceIds, repairInstance);
    return instanceIds.length;
  }

  async function sweepServices(): Promise<void> {
    const serviceIds = await overdue.services(0);
    await eachOf('service', serviceIds, (serviceId) => parts.rollUpService(serviceId, []));
  }

  /** A failure of one does not affect the others. */
  async function eachOf(
    what: 'instance' | 'service',
    ids: readonly string[],
    work: (id: string) => Promise<void>,
  ): Promise<void> {
    const one = async (id: string) => {
      try {
        await work(id);
      } catch (error) {
        await parts.failures.failed({ what, id }, error);
      }
    };
    for (let from = 0; from < ids.length; from += atOnce) {
      await Promise.all(ids.slice(from, from + atOnce).map(one));
    }
  }

  return async function sweepOverdue() {
    const repairs = await sweepInstances();
    await sweepServices();
    await parts.repairDeliveries();
    return repairs;
  };
}
