import fc from 'fast-check';
import type { Timing } from '../../../src/domain/timing.ts';
import type { SimulationRules } from '../simulation-rules.ts';
import { simulationRules } from '../simulation-rules.ts';
import { type Life, type Member, type Step, step } from '../steps.ts';

const hosts: Record<string, string[]> = {
  h1: ['db', 'cart', 'cart', 'mail', 'mail'],
  h2: ['web', 'web', 'auth', 'auth', 'edge'],
  h3: ['jobs', 'jobs', 'logs', 'logs', 'orders'],
  h4: ['pay', 'pay', 'ship', 'ship', 'orders'],
};

/** Four hosts with services of their own; `orders` runs on two of them. */
export const hostedFleet: readonly Member[] = Object.entries(hosts).flatMap(([host, services]) =>
  services.map((serviceName) => ({ serviceName, host })),
);

/** Which service needs which; no service needs itself through others. */
export const needs: Readonly<Record<string, string>> = { cart: 'db', web: 'cart', pay: 'auth', edge: 'web' };

/** The rules of the other lives, with hosts, dependencies, and one channel for people: `mail`. */
export function rulesOfPeople(timing: Timing, blindAfterMs: number): SimulationRules {
  return {
    ...simulationRules(timing, blindAfterMs),
    fleet: hostedFleet,
    people: {
      dependencies: Object.entries(needs).map(([service, dependsOn]) => ({
        ...{ match: { service }, dependsOn: [dependsOn] },
      })),
      limits: { mail: { burst: 2, perMinute: 1 } },
    },
  };
}

const serviceNames = [...new Set(hostedFleet.map(({ serviceName }) => serviceName))];

/** What happens to any monitor, for a fleet of this size. */
const common = fc.tuple(step, fc.nat(99)).map(([one, pick]): Step => {
  if ('client' in one) return { ...one, client: pick % hostedFleet.length };
  if ('service' in one) return { ...one, service: serviceNames[pick % serviceNames.length] ?? 'db' };
  return one;
});

const stepOfPeople: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: common },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('host' as const),
      host: fc.constantFrom(...Object.keys(hosts)),
      up: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('acknowledge' as const), pick: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      role: fc.constantFrom('delivery' as const, 'tend' as const),
      afterCalls: fc.nat(25),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pass' as const), periods: fc.constantFrom(1, 3, 4.2, 6, 12) }),
  },
);

const timing: Timing = {
  intervalMs: 10_000,
  graceMs: 2_000,
  downAfterMs: 40_000,
  recoveryWindowMs: 20_000,
};
const everybody: Step[] = [
  ...hostedFleet.map((_, client): Step => ({ do: 'start', client })),
  { do: 'pass', periods: 2 },
];

/** Each begins with a fleet that runs. */
export const livesOfPeople = (maxSteps: number): fc.Arbitrary<Life> =>
  fc
    .array(stepOfPeople, { minLength: 1, maxLength: maxSteps, size: 'max' })
    .map((steps) => ({ timing, steps: [...everybody, ...steps] }));

const pass = (periods: number): Step => ({ do: 'pass', periods });
const host = (name: string, up: boolean): Step => ({ do: 'host', host: name, up });
const die = (...names: string[]): Step[] =>
  hostedFleet.flatMap(({ serviceName }, client): Step[] =>
    names.includes(serviceName) ? [{ do: 'die', client }] : [],
  );
const start = (...names: string[]): Step[] =>
  die(...names).map((step): Step => ('client' in step ? { do: 'start', client: step.client } : step));

/** What every run lives first. */
export const knownLivesOfPeople = (isShort: boolean): [Life][] =>
  [
    // A host dies, is down for long enough to be reminded of, and comes back but for one service.
    [host('h1', false), pass(14), host('h1', true), ...die('mail'), pass(13), ...start('mail'), pass(6)],
    // What a service needs dies with it, and comes back without it.
    [
      ...die('db', 'cart'),
      pass(8),
      ...start('db'),
      ...Array.from({ length: 5 }, () => pass(4)),
      ...start('cart'),
      pass(3),
    ],
    // Half of everything is gone at once.
    [
      host('h1', false),
      host('h2', false),
      host('h3', false),
      pass(7),
      host('h1', true),
      host('h2', true),
      host('h3', true),
      pass(5),
    ],
    // Services with nothing in common: one message or two, then digests; somebody says that he works on some of it.
    [
      ...[...die('mail'), pass(3), ...die('auth'), pass(3), ...die('jobs'), pass(3), ...die('ship'), pass(6)],
      ...[
        { do: 'acknowledge', pick: 0 } as const,
        { do: 'acknowledge', pick: 2 } as const,
        pass(30),
        ...start('mail', 'auth', 'jobs', 'ship'),
        pass(20),
      ],
    ],
    // What everything else on a host needs is back first, after more than the time of a reminder and of an escalation.
    [
      ...die('db', 'cart', 'web', 'edge'),
      pass(30),
      ...start('db'),
      pass(20),
      ...start('cart', 'web', 'edge'),
      pass(8),
    ],
    // During a maintenance a service is Down for so long that several steps of its escalation are over.
    [
      ...[...die('jobs'), pass(6), { do: 'silence', service: 'jobs', periods: 45 } as const, pass(46)],
      ...[{ do: 'silence', service: 'logs', periods: 40 } as const, ...die('logs'), pass(60)],
      ...[...start('jobs', 'logs'), pass(8)],
    ],
    // A host is down for so long that its group reminds; then somebody works on all of it.
    ...(isShort
      ? []
      : [
          [
            host('h3', false),
            pass(190),
            { do: 'acknowledge', pick: 1 } as const,
            pass(400),
            host('h3', true),
            pass(8),
          ],
        ]),
    // A channel refuses the message of a host for good.
    [
      {
        do: 'channel',
        outcomes: [
          { kind: 'failed', permanent: true, reason: 'answered 410' },
          { kind: 'failed', permanent: false, reason: 'answered 503' },
        ],
      },
      ...[host('h1', false), pass(6), host('h1', true)],
    ],
    // The worker that tells of a host dies after each number of calls.
    ...(isShort ? [7] : [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]).map((afterCalls): Step[] => [
      ...[host('h3', false), pass(3.9), { do: 'crash', role: 'delivery', afterCalls } as const, pass(6)],
      ...[{ do: 'crash', role: 'tend', afterCalls } as const, host('h3', true), pass(12)],
    ]),
  ].map((steps) => [{ timing, steps: [...everybody, ...(steps as Step[])] }]);
