import fc from 'fast-check';
import type { AttemptOutcome } from '../../src/domain/retry-schedule.ts';
import type { Timing } from '../../src/domain/timing.ts';

/** The processes of the fleet: which service each belongs to. `pair` needs two instances, the others one. */
export const fleet = ['orders', 'orders', 'orders', 'single', 'pair', 'pair', 'pair'] as const;

/** One of the fleet, and where it runs. */
export interface Member {
  serviceName: string;
  host: string | null;
}

/** `tend`: what is due of outage groups. */
export type Role = 'check' | 'service' | 'incident' | 'delivery' | 'sweep' | 'tend';

/**
 * One thing that happens to the monitor or to the fleet. Lengths of time are in periods: expected intervals. `upgrade`
 * starts a process in a new version; one that shall `die at once` registers and dies before its first heartbeat.
 */
export type Step =
  | { do: 'start' | 'upgrade' | 'die at once'; client: number }
  | { do: 'die' | 'stop' | 'repeat beat' | 'wake early' | 'wake late'; client: number }
  /** A new version of its service is started beside the old one, which is killed so many periods later, process by process. */
  | { do: 'deploy'; client: number; periods: number }
  | { do: 'lose beats'; client: number; count: number }
  | { do: 'delay beat'; client: number; periods: number }
  | { do: 'pass'; periods: number }
  | { do: 'api' | 'workers'; up: boolean }
  /** Heartbeats and ticks take so long to be handled from now on. */
  | { do: 'api slow'; periods: number }
  | { do: 'jump'; periods: number }
  | { do: 'lose writes'; steps: number }
  | { do: 'channel'; outcomes: AttemptOutcome[] }
  | { do: 'crash'; role: Role; afterCalls: number }
  | {
      do: 'slow queue' | 'lose job' | 'delay job' | 'double job' | 'swap jobs';
      of: 'checks' | 'deliveries';
      pick: number;
      periods: number;
    }
  | {
      do: 'race';
      /** A last beat is stored by a node that is gone before it wakes the instance. */
      roles: [Role | 'beat' | 'last beat' | 'register' | 'stop', Role];
      client: number;
      picks: number[];
      periods: number;
    }
  | { do: 'flap'; service: string; times: number }
  /** Its messages are held back for so long from now on; 0: not any more. */
  | { do: 'silence'; service: string; periods: number }
  | { do: 'api in step'; client: number; beats: number }
  /** Everything on it dies at once, or comes back. */
  | { do: 'host'; host: string; up: boolean }
  /** Somebody says that he works on one of the open incidents. */
  | { do: 'acknowledge'; pick: number };

type Racer = Extract<Step, { do: 'race' }>['roles'][0];

const clients = fc.nat(fleet.length - 1);
const roles = fc.constantFrom<Role>('check', 'service', 'incident', 'delivery', 'sweep');

const outcomes: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  fc.constant<AttemptOutcome>({ kind: 'sent' }),
  fc.constant<AttemptOutcome>({ kind: 'failed', permanent: false, reason: 'answered 503' }),
  fc.constant<AttemptOutcome>({ kind: 'failed', permanent: false, reason: 'busy', retryAfterMs: 30_000 }),
  fc.constant<AttemptOutcome>({ kind: 'failed', permanent: true, reason: 'answered 410' }),
);

/** A whole life of the monitor: the settings, and what happens. */
export interface Life {
  timing: Timing;
  steps: Step[];
}

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('start' as const), client: clients }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('die' as const), client: clients }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('upgrade' as const, 'die at once' as const),
      client: clients,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deploy' as const),
      client: clients,
      periods: fc.constantFrom(0, 0.3, 1.3, 4.2, 21, 61),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), client: clients }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('repeat beat' as const, 'wake early' as const, 'wake late' as const),
      client: clients,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('lose beats' as const),
      client: clients,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('delay beat' as const),
      client: clients,
      periods: fc.constantFrom(0.1, 0.5, 1.5, 5),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      periods: fc.constantFrom(0.01, 0.3, 1, 1.3, 2, 3, 4.2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('api' as const), up: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('workers' as const), up: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('api slow' as const),
      periods: fc.constantFrom(0, 0.05, 0.2, 1.5, 3, 5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      periods: fc.constantFrom(-400, -3, -0.05, 0.05, 0.5, 3, 12, 2_200),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('lose writes' as const),
      steps: fc.constantFrom(1, 1, 2, 3, 6, 100),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('channel' as const),
      outcomes: fc.array(outcomes, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('crash' as const), role: roles, afterCalls: fc.nat(5) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(...(['slow queue', 'lose job', 'delay job', 'double job', 'swap jobs'] as const)),
      of: fc.constantFrom('checks' as const, 'deliveries' as const),
      pick: fc.nat(9),
      periods: fc.constantFrom(0, 0.05, 0.5, 2, 40),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('race' as const),
      roles: fc.tuple(
        fc.oneof(roles, fc.constantFrom<Racer>('beat', 'last beat', 'register', 'stop')),
        roles,
      ),
      client: clients,
      picks: fc.array(fc.nat(1), { minLength: 1, maxLength: 12 }),
      periods: fc.constantFrom(0, 0.5, 1.3, 3, 4.2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('flap' as const),
      service: fc.constantFrom('orders', 'single', 'pair'),
      times: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('silence' as const),
      service: fc.constantFrom('orders', 'single', 'pair'),
      periods: fc.constantFrom(0, 0.5, 3, 5, 12, 60),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('api in step' as const),
      client: clients,
      beats: fc.integer({ min: 2, max: 6 }),
    }),
  },
);

const timings: Timing[] = [
  { intervalMs: 10_000, graceMs: 2_000, downAfterMs: 40_000, recoveryWindowMs: 20_000 },
  { intervalMs: 30_000, graceMs: 6_000, downAfterMs: 120_000, recoveryWindowMs: 60_000 },
  { intervalMs: 12_000, graceMs: 3_000, downAfterMs: 45_000, recoveryWindowMs: 50_000 },
];

export const lives = (maxSteps: number): fc.Arbitrary<Life> =>
  fc.record({
    timing: fc.constantFrom(...timings),
    steps: fc.array(step, { minLength: 1, maxLength: maxSteps, size: 'max' }),
  });
