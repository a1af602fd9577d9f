import type { Life, Step } from './steps.ts';

const timing = { intervalMs: 10_000, graceMs: 2_000, downAfterMs: 40_000, recoveryWindowMs: 20_000 };
const start = (...clients: number[]) => clients.map((client): Step => ({ do: 'start', client }));
const die = (...clients: number[]) => clients.map((client): Step => ({ do: 'die', client }));
const pass = (periods: number): Step => ({ do: 'pass', periods });

type Racers = Extract<Step, { do: 'race' }>['roles'];

type Disturbance = Extract<Step, { of: unknown }>;

const disturb = (how: Disturbance['do'], of: Disturbance['of']): Step[] =>
  [0, 1, 2, 3].map((pick) => ({ do: how, of, pick, periods: 12 }));

/** Two at the same thing, again and again, their calls interleaved as `picks` says. */
function races(picks: number[]): Step[] {
  const race = (periods: number, client: number, ...roles: Racers): Step[] => [
    ...[...start(client), pass(1), { do: 'lose beats', client, count: 20 } as const],
    ...[{ do: 'race', roles, client, picks, periods } as const, pass(0.3), { do: 'start', client } as const],
  ];
  return [
    ...[...race(4.2, 3, 'check', 'check'), ...race(2, 3, 'beat', 'check'), ...race(4.2, 3, 'beat', 'check')],
    ...[
      ...race(4.2, 3, 'register', 'check'),
      ...race(3, 3, 'stop', 'check'),
      ...race(4.2, 3, 'sweep', 'check'),
    ],
    ...[...race(4.2, 3, 'service', 'service'), ...race(4.2, 3, 'incident', 'incident')],
    ...[...race(4.2, 3, 'delivery', 'delivery'), ...race(4.2, 0, 'sweep', 'sweep')],
    ...[...race(4.2, 3, 'last beat', 'check'), ...race(4.2, 3, 'last beat', 'sweep')],
    ...[...race(4.2, 0, 'register', 'sweep'), ...race(4.2, 0, 'service', 'sweep'), pass(3)],
  ];
}

/** Lives that chance seldom finds, and that every run lives first. */
export const knownLives: [Life][] = [
  // The API flaps in step with the heartbeats of one that lives.
  [...start(0), pass(1.3), { do: 'api in step', client: 0, beats: 14 }, pass(3)],
  // The API is overloaded: heartbeats hang as long as a silence that is a Down, and so do ticks.
  [
    ...[...start(0, 3), pass(2), { do: 'api slow', periods: 5 } as const, pass(4.2), pass(4.2), pass(4.2)],
    ...[{ do: 'api slow', periods: 0.05 } as const, pass(3), ...die(3), pass(4.2), pass(4.2)],
  ],
  // An outage that is over before its events are read, because the worker that read them is gone.
  [
    ...start(3),
    pass(1),
    ...die(3),
    pass(3),
    { do: 'crash', role: 'service', afterCalls: 1 },
    pass(0.95),
    ...start(3),
    pass(0.2),
  ],
  // A recovery that is over before anybody looks, because no worker is there.
  ...[3, 6].map((client): Step[] => [
    ...[
      ...start(4, 5, client),
      pass(1),
      ...die(4, 5, client),
      pass(5),
      { do: 'workers', up: false } as const,
    ],
    ...[...start(4, 5, client), pass(1), ...die(4, 5, client), pass(6), { do: 'workers', up: true } as const],
    ...[pass(3), ...start(4, 5, client), pass(3)],
  ]),
  // The only instance falls silent again and again.
  [...start(3), pass(2), { do: 'flap', service: 'single', times: 5 }, pass(4.2)],
  // One that is late again and again is not resolved; its sibling that stays Down does not matter.
  [
    ...[...start(0, 1), pass(1), ...die(0, 1), pass(5), ...start(0), pass(1)],
    ...Array.from({ length: 6 }, (): Step[] => [{ do: 'lose beats', client: 0, count: 1 }, pass(3)]).flat(),
    ...[pass(8), ...die(0), pass(6), ...start(0), pass(40), ...die(0), pass(6), ...start(0), pass(5)],
  ],
  // Workers are away while the quiet time fills, and an instance is late before, or after, or Down by then.
  ...[0.5, 3.2, 5, 9].map((periods): Step[] => [
    ...[
      ...start(3),
      pass(1),
      ...die(3),
      pass(5),
      ...start(3),
      pass(1),
      { do: 'workers', up: false } as const,
    ],
    ...[pass(periods), ...die(3), pass(2), ...start(3), pass(0.3), ...die(3), pass(6)],
    ...[{ do: 'workers', up: true } as const, pass(3), ...start(3), pass(3)],
  ]),
  // Who left expires, and so does who is Down beside a living one; then both come back.
  [
    ...[...start(0, 1, 2), pass(1), { do: 'stop', client: 0 } as const, ...die(1), pass(4.2), pass(2)],
    ...[{ do: 'jump', periods: 2_200 } as const, pass(3), ...start(0, 1), pass(2)],
  ],
  // The last dead instance of a service never expires.
  [
    ...start(3),
    pass(1),
    ...die(3),
    pass(4.2),
    { do: 'jump', periods: 2_200 },
    pass(3),
    { do: 'jump', periods: 2_200 },
    pass(3),
  ],
  // A rolling deploy: newcomers take the places of those that were killed before and after them.
  [
    ...start(0),
    pass(1),
    ...start(1),
    pass(1),
    ...die(0),
    pass(4.2),
    ...die(1),
    pass(0.3),
    ...start(2),
    pass(4.2),
  ],
  // Rolling deploys that start the new version first: at once, in the time of some heartbeats, and in more than 10 minutes.
  ...[0.3, 4.2, 59.9, 61].map((periods): Step[] => [
    ...[...start(0, 1, 3), pass(3), { do: 'deploy', client: 0, periods } as const, pass(5)],
    ...[{ do: 'deploy', client: 3, periods: 1 } as const, pass(5)],
    ...[{ do: 'deploy', client: 0, periods } as const, pass(3), ...die(0, 1, 2), pass(5)],
  ]),
  // A new version that fails leaves the old one as it is; then it is tried again.
  [
    ...[...start(0, 1), pass(1), { do: 'upgrade', client: 2 } as const, pass(2), ...die(2), pass(6)],
    ...[{ do: 'upgrade', client: 2 } as const, pass(2), ...die(0, 1), pass(6)],
  ],
  // Two start together and one dies before its first heartbeat; one that comes when it is late takes its place.
  [
    ...[...start(0), { do: 'die at once', client: 1 } as const, pass(6), ...start(2), pass(5)],
    ...[
      { do: 'die at once', client: 3 } as const,
      pass(3),
      { do: 'die at once', client: 3 } as const,
      pass(6),
    ],
    ...[{ do: 'upgrade', client: 4 } as const, { do: 'die at once', client: 5 } as const, pass(1.1)],
    ...[...start(6), pass(1), { do: 'upgrade', client: 5 } as const, pass(8)],
  ],
  // Two late ones, and one newcomer between them.
  [...start(0, 1), pass(1), ...die(0, 1), pass(0.3), ...start(2), pass(4.2), pass(2), ...start(0), pass(3)],
  // One of two left; then the monitor hears nothing for six hours, and only after that the shortage becomes an outage.
  [
    ...[...start(4), { do: 'flap', service: 'orders', times: 1 } as const, ...start(5), pass(0.01)],
    ...[{ do: 'jump', periods: 2_200 } as const, ...die(4)],
    { do: 'race', roles: ['check', 'check'], client: 0, picks: [0], periods: 0 },
  ],
  // Two must be there: a shortage that becomes an outage, and ends.
  [...start(4, 5, 6), pass(2), ...die(4), pass(1), ...die(5), pass(3), pass(4.2), ...start(4), pass(4.2)],
  // A process that starts and dies again before its first heartbeat, for ever.
  Array.from({ length: 12 }, (): Step[] => [...start(3), pass(0.0001), ...die(3), pass(0.5)]).flat(),
  // Both instances go Down, and one of the events waits with a worker that is gone.
  [
    ...start(0, 1),
    pass(1),
    ...die(0),
    pass(0.5),
    ...die(1),
    pass(3),
    { do: 'crash', role: 'service', afterCalls: 2 },
    pass(2),
    ...start(1),
    pass(1),
  ],
  // The end of an outage waits for a beginning that is tried again.
  [
    ...[...start(3), pass(1), { do: 'channel', outcomes: Array.from({ length: 6 }, () => busy()) } as const],
    ...[...die(3), pass(4.2), ...start(3), pass(3), pass(4.2)],
  ],
  // Messages wait for minutes behind a slow queue, and nothing is wrong with that.
  [
    ...[...disturb('slow queue', 'deliveries'), ...start(0, 1, 2, 3), pass(1), ...die(0, 1, 2, 3), pass(4.2)],
    ...[...disturb('double job', 'deliveries'), pass(4.2), ...start(3), pass(4.2), pass(4.2), pass(4.2)],
  ],
  // A slow queue loses, doubles and swaps jobs of both kinds.
  [
    ...[...disturb('slow queue', 'deliveries'), ...start(0, 3), pass(1), ...die(0, 3), pass(4.2)],
    ...(['lose job', 'double job', 'swap jobs'] as const).flatMap((how) => disturb(how, 'deliveries')),
    ...[
      pass(4.2),
      ...disturb('slow queue', 'checks'),
      ...start(0, 3),
      pass(1),
      ...disturb('lose job', 'checks'),
    ],
    ...[pass(4.2), ...disturb('delay job', 'checks'), ...disturb('double job', 'checks'), pass(4.2)],
  ],
  races([0]),
  races([0, 0, 1]),
  races([1, 0]),
  races([1, 1, 1, 0, 0]),
  races([1, 1, 1, 1, 1, 1, 1, 0]),
  // A worker is gone after each number of calls, in each of its roles.
  ...(['check', 'service', 'incident', 'delivery', 'sweep'] as const).map((role) =>
    [0, 1, 2, 3, 4].flatMap((afterCalls): Step[] => [
      ...[...start(3), pass(1), ...die(3), pass(3), { do: 'crash', role, afterCalls } as const],
      ...[pass(1.5), ...start(3), pass(3)],
    ]),
  ),
  // The API is away for an hour, and the clock is set back meanwhile.
  [
    ...start(0, 3),
    pass(2),
    { do: 'api', up: false },
    pass(3),
    { do: 'jump', periods: -400 },
    pass(3),
    { do: 'api', up: true },
    pass(4.2),
  ],
].map((steps) => [{ timing, steps: steps as Step[] }]);

/** Lives of many hours, which every run lives first in memory only. */
export const longLives: [Life][] = [
  // It flaps, is silent for long, is heard once, and is silent for long again; and all that once more with dead workers.
  [
    ...[...start(3), pass(2), { do: 'flap', service: 'single', times: 4 } as const, ...die(3), pass(120)],
    ...[...start(3), pass(0.3), ...die(3), pass(120), ...start(3), pass(30), ...die(3), pass(5)],
    ...[{ do: 'workers', up: false } as const, pass(120), ...start(3), pass(400), ...die(3), pass(8)],
    ...[{ do: 'workers', up: true } as const, pass(10), ...start(3), pass(3)],
  ],
  // Outages hours apart: what is remembered fades.
  [
    ...[...start(3), pass(1), ...die(3), pass(5), ...start(3), pass(380), ...die(3), pass(5)],
    ...[...start(3), pass(760), ...die(3), pass(5), ...start(3), pass(3)],
  ],
].map((steps) => [{ timing, steps }]);

function busy() {
  return { kind: 'failed' as const, permanent: false, reason: 'answered 503' };
}
