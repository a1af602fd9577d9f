import { type Fleet, startFleet } from './start-fleet.ts';
import { benchKey } from './start-node.ts';

/** A fleet that beats at a known rate over few connections, as many clients behind one proxy. */
export function startBenchFleet(options: {
  url: string;
  instances: number;
  perService: number;
  intervalMs: number;
  metadata?: object;
}): Promise<Fleet> {
  const { url, ...others } = options;
  return startFleet({
    ...{ apiKey: benchKey, environment: 'bench', doors: [[url]], connections: 32, timeoutMs: 10_000 },
    ...others,
    ...{ isExact: true, inStep: false, isNoisy: false, keepsAttempts: false },
  });
}
