import type { SimulationReport } from '../../src/simulator/report/simulation-report.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import type { SimulationOptions } from '../../src/simulator/simulation-options.ts';
import type { StandInMonitor } from './stand-in-monitor.ts';

interface Played {
  report: SimulationReport;
  stdout: string;
  stderr: string;
}

/** Runs a small fast fleet against a stand-in, and closes it: that ends only when the simulator left no socket. */
export async function runAgainst(
  monitor: StandInMonitor,
  options: Partial<SimulationOptions> = {},
  onStderr: (text: string) => void = () => undefined,
): Promise<Played> {
  const url = await monitor.listen();
  let stdout = '';
  let stderr = '';
  const report = await simulate(
    {
      url,
      apiKey: monitor.apiKey,
      services: 4,
      instances: 2,
      killFraction: 0.4,
      speed: 300,
      environment: 'test',
      seed: 7,
      downAfterMs: 600,
      json: false,
      ...options,
    },
    {
      stdout: (text) => (stdout += text),
      stderr: (text) => {
        stderr += text;
        onStderr(text);
      },
      columns: null,
      colour: false,
    },
  );
  await monitor.close();
  return { report, stdout, stderr };
}
