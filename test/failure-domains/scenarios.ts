import {
  badVersion,
  chooseThing,
  kill,
  killAtRandom,
  killHostByHost,
  killUnrelated,
  nothingFailed,
  rollingDeploy,
  type Truth,
  type Where,
} from './physical-faults.ts';
import type { Scenario } from './scenario.ts';
import { between, faultAtMs, oneOf, type Process, type World } from './world.ts';

const intervalsMs = [5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000];
const tenThousand = {
  hosts: [800, 800],
  perHost: [12, 13],
} satisfies Scenario['shape'];

function fails(where: Where, how?: Parameters<typeof kill>[2]): (world: World) => Truth {
  return (world) => {
    const all = chooseThing(world, where, {
      services: where === 'environment' ? 8 : 3,
    });
    kill(world, all, how);
    return { failed: [new Set(all)], unrelated: new Set() };
  };
}

function failsWithUnrelated(afterMs: number): (world: World) => Truth {
  return (world) => {
    const all = chooseThing(world, 'host');
    kill(world, all);
    return {
      failed: [new Set(all)],
      unrelated: new Set(killUnrelated(world, all, faultAtMs + afterMs)),
    };
  };
}

function twoHosts(fromMs: (world: World) => number): (world: World) => Truth {
  return (world) => {
    const first = chooseThing(world, 'host');
    const second = chooseThing(world, 'host', { besides: first });
    kill(world, first);
    kill(world, second, { fromMs: fromMs(world) });
    return { failed: [new Set(first), new Set(second)], unrelated: new Set() };
  };
}

/** Each host of a rack failed; the rack has no name that the monitor knows. */
function rack(world: World): Truth {
  const all = chooseThing(world, 'rack');
  kill(world, all);
  const hosts = Map.groupBy(all, ({ place }) => place.host);
  return {
    failed: [...hosts.values()].map((onHost) => new Set(onHost)),
    unrelated: new Set(),
  };
}

function staggered(where: Where, spreadMs: number): (world: World) => Truth {
  return (world) => {
    const all = chooseThing(world, where);
    if (where === 'host') kill(world, all, { spreadMs });
    else killHostByHost(world, all, spreadMs);
    return { failed: [new Set(all)], unrelated: new Set() };
  };
}

function onlyUnrelated(breaks: (world: World) => Iterable<Process>): (world: World) => Truth {
  return (world) => ({ ...nothingFailed(), unrelated: new Set(breaks(world)) });
}

function services(world: World, count: number): Process[] {
  const all = [...Map.groupBy(world.processes, ({ serviceId }) => serviceId).values()];
  const some = Array.from({ length: count }, () => oneOf(world.random, all));
  return some.flatMap((processes) => kill(world, processes, { spreadMs: 5_000 }));
}

function slowZone(world: World): Process[] {
  const zone = chooseThing(world, 'zone');
  const delayMs = between(world.random, [5_000, 60_000]);
  for (const process of zone) Object.assign(process, { delayMs, lossShare: 0.1 });
  return services(world, 1);
}

function everything(world: World): Truth {
  kill(world, world.processes, {
    share: 0.55 + 0.45 * world.random(),
    spreadMs: 1_000,
  });
  return {
    failed: [new Set(world.processes)],
    unrelated: new Set(),
    isEverything: true,
  };
}

function justStarted(world: World): Truth {
  for (const process of world.processes)
    process.startedAtMs = faultAtMs - between(world.random, [0, 120_000]);
  return fails('host')(world);
}

function blindAround(random: () => number): { fromMs: number; toMs: number }[] {
  const fromMs = faultAtMs - 40_000 + random() * 80_000;
  return [{ fromMs, toMs: fromMs + 3_000 + random() * 60_000 }];
}

export const scenarios: Scenario[] = [
  { name: 'a host', breaks: fails('host') },
  {
    name: 'a host, in Kubernetes',
    shape: { isKubernetes: true },
    breaks: fails('host'),
  },
  { name: 'a zone', breaks: fails('zone') },
  {
    name: 'a region',
    shape: { zones: [4, 6], hosts: [16, 60], knowsAll: true },
    breaks: fails('region'),
  },
  { name: 'a cluster', shape: { knowsAll: true }, breaks: fails('cluster') },
  { name: 'a network', shape: { network: 'rack' }, breaks: fails('network') },
  { name: 'an environment', breaks: fails('environment') },
  {
    name: 'a rack that nothing names',
    shape: { network: 'zone' },
    breaks: rack,
  },
  {
    name: 'half a host',
    shape: { perHost: [8, 15] },
    breaks: fails('host', { share: 0.5 }),
  },
  { name: '85 % of a host', breaks: fails('host', { share: 0.85 }) },
  { name: 'two hosts at once', breaks: twoHosts(() => faultAtMs) },
  {
    name: 'two hosts, 20–60 s apart',
    breaks: twoHosts((world) => faultAtMs + between(world.random, [20_000, 60_000])),
  },
  {
    name: 'a host, and an unrelated service at once',
    breaks: failsWithUnrelated(0),
  },
  {
    name: 'a host, and an unrelated service 60 s later',
    breaks: failsWithUnrelated(60_000),
  },
  {
    name: 'a bad version',
    shape: { perHost: [8, 15] },
    breaks: (world) => ({
      failed: [new Set(badVersion(world))],
      unrelated: new Set(),
    }),
  },
  { name: 'a host within a minute', breaks: staggered('host', 60_000) },
  {
    name: 'a zone, host by host within a minute',
    breaks: staggered('zone', 60_000),
  },
  {
    name: 'a host, intervals from 5 s to 5 min',
    shape: { intervalsMs },
    breaks: fails('host'),
  },
  {
    name: 'a zone, intervals from 5 s to 5 min',
    shape: { intervalsMs },
    breaks: fails('zone'),
  },
  {
    name: 'a host, a third of the attributes missing',
    shape: { missingShare: 0.33 },
    breaks: fails('host'),
  },
  {
    name: 'a zone, a third of the attributes missing',
    shape: { missingShare: 0.33 },
    breaks: fails('zone'),
  },
  {
    name: 'a host, a tenth of the attributes wrong',
    shape: { wrongShare: 0.1 },
    breaks: fails('host'),
  },
  {
    name: 'a zone, a tenth of the attributes wrong',
    shape: { wrongShare: 0.1 },
    breaks: fails('zone'),
  },
  {
    name: 'a host, while the monitor was blind',
    breaks: fails('host'),
    gaps: blindAround,
  },
  { name: 'a host, just after all started', breaks: justStarted },
  {
    name: 'a host of three',
    shape: { hosts: [3, 3], zones: [1, 1], perHost: [6, 12] },
    breaks: fails('host'),
  },
  { name: 'everything at once', breaks: everything },
  {
    name: 'one service only',
    breaks: onlyUnrelated((world) => services(world, 1)),
  },
  {
    name: '3–8 services with a dependency in common',
    breaks: onlyUnrelated((world) => services(world, between(world.random, [3, 8]))),
  },
  {
    name: '5–30 random deaths in a minute',
    breaks: onlyUnrelated((world) => killAtRandom(world, between(world.random, [5, 30]))),
  },
  {
    name: 'a rolling deploy, and a random service',
    breaks: onlyUnrelated((world) => {
      rollingDeploy(world, between(world.random, [3, 15]));
      return services(world, 1);
    }),
  },
  {
    name: 'a slow network, and a random service',
    breaks: onlyUnrelated(slowZone),
  },
  {
    name: '10,000 instances: a host',
    shape: tenThousand,
    breaks: fails('host'),
    isLong: true,
  },
  {
    name: '10,000 instances: a zone',
    shape: tenThousand,
    breaks: fails('zone'),
    isLong: true,
  },
  {
    name: '10,000 instances: 50–300 random deaths',
    shape: tenThousand,
    breaks: onlyUnrelated((world) => killAtRandom(world, between(world.random, [50, 300]))),
    isLong: true,
  },
];
