import { type Timing, timingFor } from '../domain/timing.ts';
import type { Round } from './conduct-round.ts';
import { buildFleet } from './fleet/build-fleet.ts';
import { Doors } from './fleet/doors.ts';
import { MonitorClient } from './fleet/monitor-client.ts';
import type { Attempt, PretendedInstance } from './fleet/pretended-instance.ts';
import { createRandom, type Random, shuffle } from './fleet/random.ts';
import { type Refusal, refusalOf } from './fleet/refusal.ts';
import type { SimulatedService } from './fleet/simulated-instance.ts';
import { Traffic } from './fleet/traffic.ts';
import type { Examiner } from './judge/examiner.ts';
import { Narrator } from './report/narrator.ts';
import type { SimulationOutput } from './report/simulation-output.ts';
import type { SimulationOptions } from './simulation-options.ts';

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
    timeoutMs: Math.min(5000, Math.max(1000, intervalMs)),
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
