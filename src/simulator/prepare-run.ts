import { type Timing, timingFor } from '../domain/timing.ts';
import { buildFleet } from './build-fleet.ts';
import type { Round } from './conduct-round.ts';
import type { Examiner } from './examiner.ts';
import { HeartbeatPacer } from './heartbeat-pacer.ts';
import { MonitorClient } from './monitor-client.ts';
import { Narrator } from './narrator.ts';
import { createRandom, type Random } from './random.ts';
import type { Refusal } from './refusal.ts';
import { shuffle } from './shuffle.ts';
import type { SimulatedService } from './simulated-instance.ts';
import type { SimulationOptions } from './simulation-options.ts';
import type { SimulationOutput } from './simulation-output.ts';
import { Traffic } from './traffic.ts';

const defaultIntervalSeconds = 30;
const defaultDownAfterMs = 120_000;
const parallelHeartbeats = 128;

/** What the parts of a run share. */
export interface Run {
  options: SimulationOptions;
  timing: Timing;
  random: Random;
  fleet: SimulatedService[];
  traffic: Traffic;
  client: MonitorClient;
  pacer: HeartbeatPacer;
  narrator: Narrator;
  rounds: Round[];
  /** Null until the monitor was looked at. */
  examiner: Examiner | null;
  /** Aborted by the user, or by the run itself when the key is refused. */
  signal: AbortSignal;
  /** Why no request will be heard any more. */
  refusal: Refusal | null;
  onKeyRefused: (refusal: Refusal) => void;
}

/** Builds the parts of a run; sends nothing. */
export function prepareRun(options: SimulationOptions, out: SimulationOutput): Run {
  const intervalSeconds = options.intervalSeconds ?? defaultIntervalSeconds / options.speed;
  const intervalMs = Math.round(intervalSeconds * 1000);
  const defaults = { intervalMs, downAfterMs: options.downAfterMs ?? defaultDownAfterMs };
  const random = createRandom(options.seed);
  const fleet = buildFleet({ ...options, intervalMs, random });
  const instances = shuffle(
    fleet.flatMap((service) => service.instances),
    random,
  );
  const traffic = new Traffic();
  const client = connect(options, intervalMs, traffic);
  const failed = new AbortController();
  const run: Run = {
    options,
    timing: timingFor(defaults, {}, intervalMs),
    random,
    fleet,
    traffic,
    client,
    pacer: new HeartbeatPacer({
      client,
      instances,
      intervalMs,
      traffic,
      parallelHeartbeats,
      onKeyRefused: (refusal) => run.onKeyRefused(refusal),
    }),
    narrator: new Narrator(out),
    rounds: [],
    examiner: null,
    signal: AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]),
    refusal: null,
    onKeyRefused: (refusal) => {
      run.refusal ??= refusal;
      failed.abort();
    },
  };
  return run;
}

function connect({ url, apiKey }: SimulationOptions, intervalMs: number, traffic: Traffic): MonitorClient {
  return new MonitorClient({
    url,
    apiKey,
    // Some connections beyond the heartbeats', so the questions to the monitor never queue behind them.
    connections: parallelHeartbeats + 8,
    timeoutMs: Math.min(5000, Math.max(1000, intervalMs)),
    traffic,
  });
}
