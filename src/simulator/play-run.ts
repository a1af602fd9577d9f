import { formatDuration } from '../domain/duration.ts';
import { conductRound } from './conduct-round.ts';
import { explainRefusal } from './fleet/explain-refusal.ts';
import type { PretendedInstance } from './fleet/pretended-instance.ts';
import { type Refusal, refusalOf } from './fleet/refusal.ts';
import { registerAll } from './fleet/register-all.ts';
import { MonitorWatch } from './judge/monitor-watch.ts';
import { settlingTimeoutMs } from './judge/settling-timeout.ts';
import type { Run } from './prepare-run.ts';
import { countOf } from './report/simulation-output.ts';
import type { SimulationEnding } from './report/simulation-report.ts';

const parallel = 32;
/** As long as the contract's SDK waits for its registration. */
const timeoutMs = 30_000;

/** Registers, warms up and plays the rounds; the caller deregisters the instances. */
export async function playRun(run: Run): Promise<SimulationEnding> {
  const { options, narrator, timing, signal } = run;
  const startedAtMs = Date.now();
  narrator.say(
    `registering ${countOf(run.lives.length, 'instance')} of ${countOf(options.services, 'service')} at ` +
      `${options.url}; each beats every ${formatDuration(timing.intervalMs)}`,
  );
  const refusal = await register(run);
  if (refusal) return failure(run, refusal);
  if (signal.aborted) return interruption(run);

  const opened = await openWatch(run);
  if (opened.kind !== 'answered') return failure(run, opened);
  run.examiner = opened.body.examiner;
  await playRounds(run, opened.body, startedAtMs + (options.durationMs ?? 0));
  return signal.aborted ? interruption(run) : { kind: 'finished' };
}

/** The first goes alone and only once, so a wrong address or key is told at once. */
async function register({ lives, timing, signal }: Run): Promise<Refusal | null> {
  const beat = (life: PretendedInstance): void => life.revive(Math.random() * timing.intervalMs);
  const first = lives.slice(0, 1);
  const failure =
    (await registerAll(first, { parallel: 1, timeoutMs: 0, signal, onRegistered: beat })) ??
    (await registerAll(lives.slice(1), { parallel, timeoutMs, signal, onRegistered: beat }));
  return failure && refusalOf(failure);
}

function openWatch(run: Run): ReturnType<typeof MonitorWatch.open> {
  const { client, traffic, narrator, signal, onKeyRefused } = run;
  return MonitorWatch.open({
    client,
    traffic,
    narrator,
    signal,
    onKeyRefused,
    environment: run.options.environment,
    names: new Map(
      run.fleet.map(({ serviceName, instances }) => [instances[0]?.life.serviceId ?? '', serviceName]),
    ),
    // A minute early, for a `Date` header without milliseconds and for clocks that drift.
    fromMs: Date.now() + (run.doors.aheadMs ?? 0) - 60_000,
    pollMs: Math.min(1000, Math.max(100, run.timing.intervalMs)),
  });
}

async function playRounds(run: Run, watch: MonitorWatch, endAtMs: number): Promise<void> {
  const { timing, signal, narrator, options } = run;
  const quietMs = options.durationMs ?? timing.downAfterMs + 2 * timing.intervalMs;
  await warmUp(run, watch);
  if (options.killFraction === 0) {
    narrator.say(`no instance is killed; sending heartbeats for ${formatDuration(quietMs)}`);
    await watch.until(() => false, quietMs, 'looking for a false Down');
    return;
  }
  do {
    const beganAtMs = Date.now();
    run.rounds.push(await conductRound({ ...run, killFraction: options.killFraction, watch }));
    // A round that began is played to its end, so none begins that would take longer than the time left.
    const roundMs = Date.now() - beganAtMs + 2 * timing.intervalMs;
    if (Date.now() + roundMs > endAtMs) break;
    await warmUp(run, watch);
  } while (!signal.aborted);
  const leftMs = endAtMs - Date.now();
  if (leftMs > 0) await watch.until(() => false, leftMs, 'no time for another round');
}

/** Two intervals at least, so that everybody has beaten, and then until the monitor calls every service Healthy. */
async function warmUp({ timing, narrator, fleet }: Run, watch: MonitorWatch): Promise<void> {
  await watch.until(() => false, 2 * timing.intervalMs, 'warming up');
  const unwell = (): number => fleet.length - (watch.examiner.countByStatus().get('Healthy') ?? 0);
  const warm = await watch.until(
    () => unwell() === 0,
    settlingTimeoutMs(timing),
    'waiting for all services to be Healthy',
  );
  if (warm === 'late') narrator.say(`${countOf(unwell(), 'service')} not Healthy yet; continuing`);
}

function failure({ options }: Run, refusal: Refusal): SimulationEnding {
  return { kind: 'failed', message: explainRefusal(refusal, options.url) };
}

/** A run is cut short by the user, or by a monitor that no longer takes the key. */
function interruption(run: Run): SimulationEnding {
  return run.refusal ? failure(run, run.refusal) : { kind: 'interrupted' };
}
