import type { BenchOptions, BenchResult } from './bench.ts';
import { type LargePlan, measureLargeFleet } from './support/measure-large-fleet.ts';
import { startLargeMonitor } from './support/start-large-monitor.ts';
import { timeRestarts } from './support/time-restarts.ts';

const fullPlan: LargePlan = { instances: 1_000_000, intervalMs: 60_000, deaths: 500, spreadMs: 30_000 };
const shortPlan: LargePlan = { instances: 1_000, intervalMs: 2_000, deaths: 50, spreadMs: 1_000 };

/** So many register over HTTP: a million would take ten minutes, and the others are written into Redis. */
const throughHttp = 20_000;

/** A million instances on one API node, one worker and one Redis: what they cost, who is found, and what restarts take. */
export async function million(options: BenchOptions): Promise<BenchResult> {
  const { isShort, say, instances, part } = options;
  const plan = isShort ? shortPlan : { ...fullPlan, instances: instances ?? fullPlan.instances };
  // Evenly over the fleet, the same in each run.
  const victims = Array.from({ length: plan.deaths }, (_, i) =>
    Math.floor((i + 0.5) * (plan.instances / plan.deaths)),
  );
  const monitor = await startLargeMonitor({
    ...plan,
    throughHttp: Math.min(throughHttp, plan.instances),
    watched: victims,
    say,
  });
  const result: BenchResult = {
    tables: [],
    figures: { registration: monitor.registration },
    mistakes: [],
  };
  try {
    if (part !== 'restarts') await measureLargeFleet(plan, victims, monitor, options, result);
    if (part !== 'costs') await timeRestarts(plan, monitor, say, result);
    return result;
  } finally {
    await monitor.close();
  }
}
