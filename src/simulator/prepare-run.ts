import { type Timing, timingFor } from '../domain/timing.ts';
import { buildFleet } from './build-fleet.ts';
import type { Round } from './conduct-round.ts';
import type { Examiner } from './examiner.ts';
import { Doors } from './fleet/doors.ts';
import type { Attempt, PretendedInstance } from './fleet/pretended-instance.ts';
import { MonitorClient } from './monitor-client.ts';
import { Narrator } from './narrator.ts';
import { createRandom, type Random } from './random.ts';
import { type Refusal, refusalOf } from './refusal.ts';
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
  /** Of the fleet, in no order: beats and registrations of one service do not come together. */
  lives: PretendedInstance[];
  doors: Doors;
  traffic: Traffic;
  client: MonitorClient;
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
  const traffic = new Traffic();
  const doors = new Doors({
    apiKey: options.apiKey,
    // Some connections beyond the heartbeats', so the questions to the monitor never queue behind them.
    connections: parallelHeartbeats + 8,
    patienceMs: Math.min(5000, Math.max(1000, intervalMs)),
  });
  const shared = { doors, urls: [options.url], intervalMs, onAttempt };
  const fleet = buildFleet({ ...options, shared, random });
  const instances = fleet.flatMap((service) => service.instances);
  const failed = new AbortController();
  const run: Run = {
    options,
    timing: timingFor(defaults, {}, intervalMs),
    random,
    fleet,
    lives: shuffle(instances, random).map(({ life }) => life),
    doors,
    traffic,
    client: new MonitorClient(doors, options.url),
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

  function onAttempt(attempt: Attempt): void {
    traffic.note(attempt, intervalMs);
    if (attempt.status === 401 || attempt.status === 403) run.onKeyRefused(refusalOf(attempt));
  }
}
