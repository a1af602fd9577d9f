import type { Bench } from './bench.ts';
import { cluster } from './cluster.ts';
import { costs } from './costs.ts';
import { detection } from './detection.ts';
import { fleet } from './fleet.ts';
import { ingest } from './ingest.ts';
import { lists } from './lists.ts';
import { live } from './live.ts';
import { million } from './million.ts';
import { outage } from './outage.ts';
import { rest } from './rest.ts';

/** Every bench, by the name that it is run by. */
export const benches: Record<string, Bench> = {
  ingest: {
    about: 'heartbeats through one node against a bare handler, then through several nodes',
    run: ingest,
  },
  detection: { about: 'how late each Down is, and whether any is missed, false or doubled', run: detection },
  fleet: { about: 'what a beating fleet costs, and how that grows with its size', run: fleet },
  costs: {
    about: 'what a call to Redis costs by how much it carries, and what an instance needs in it',
    run: costs,
  },
  lists: {
    about: 'what each list of the API costs Redis, with every filter, at a million instances',
    run: lists,
  },
  live: {
    about: 'how soon open pages are told of a change, and what that costs',
    run: live,
  },
  million: {
    about: 'a million instances on one node of each kind: cost, detection, restarts and a backup',
    run: million,
  },
  cluster: { about: 'the same load over three primaries: the share of each', run: cluster },
  outage: { about: 'thousands of services fall silent at once, and come back', run: outage },
  rest: { about: 'what a monitor without instances costs, and how long its start takes', run: rest },
};
