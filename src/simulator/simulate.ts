import { inParallel } from './fleet/in-parallel.ts';
import { playRun } from './play-run.ts';
import { prepareRun, type Run } from './prepare-run.ts';
import { buildReport } from './report/build-report.ts';
import { renderReport } from './report/render-report.ts';
import type { SimulationOutput } from './report/simulation-output.ts';
import type { SimulationReport } from './report/simulation-report.ts';
import type { SimulationOptions } from './simulation-options.ts';

const parallelStops = 32;

/**
 * Runs a fleet against a monitor through its public API, prints what it did and what the monitor said, and returns
 * the same. The script: register, warm up, rounds of kill and revive, stop gracefully.
 */
export async function simulate(options: SimulationOptions, out: SimulationOutput): Promise<SimulationReport> {
  const startedAtMs = Date.now();
  const run = prepareRun(options, out);
  try {
    const ending = await playRun(run);
    await stopGracefully(run);
    const report = buildReport({ ...run, startedAtMs, endedAtMs: Date.now(), ending });
    run.narrator.end();
    out.stdout(options.json ? `${JSON.stringify(report)}\n` : renderReport(report, out.colour));
    return report;
  } finally {
    await fallSilent(run);
    await run.doors.close();
  }
}

/** Deregisters every instance, also the killed ones, so that no silence is left behind to be an outage. */
async function stopGracefully(run: Run): Promise<void> {
  const { lives, narrator, refusal, options } = run;
  if (options.signal?.aborted)
    narrator.say('stopping: deregistering every instance; press Ctrl-C again to exit at once');
  await fallSilent(run);
  const registered = lives.filter(({ instanceId }) => instanceId !== null);
  if (refusal || registered.length === 0) return;
  let failed = 0;
  // Not aborted by Ctrl-C: this is what Ctrl-C asks for. A monitor that is gone is not asked a thousand times.
  await inParallel(registered, parallelStops, new AbortController().signal, async (life) => {
    if (failed > parallelStops) return;
    const { status } = await life.stopGracefully();
    if (status !== 204 && status !== 404) failed += 1;
  });
  narrator.say(
    failed === 0
      ? `deregistered ${registered.length} instances`
      : 'not every instance could be deregistered; those left are Down until the next run',
  );
}

async function fallSilent({ lives }: Run): Promise<void> {
  await Promise.all(lives.map((life) => life.silence()));
}
