import { type Fleet, type FleetOptions, startFleet } from '../../../bench/support/start-fleet.ts';
import { testKey } from '../../support/start-monitor.ts';

type Given = 'doors' | 'instances' | 'perService' | 'intervalMs' | 'retries' | 'inStep' | 'isNoisy';

/** A fleet that remembers everything, for the judge. */
export function startFaultFleet(options: Pick<FleetOptions, Given>): Promise<Fleet> {
  return startFleet({
    ...options,
    ...{ apiKey: testKey, environment: 'production', metadata: { cpu_percent: 12.5, memory_mb: 256 } },
    // Those that beat in step stay in step.
    ...{ timeoutMs: 2_000, isExact: options.inStep, keepsAttempts: true },
  });
}
