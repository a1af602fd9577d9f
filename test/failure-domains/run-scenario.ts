import { createRandom } from '../../src/simulator/fleet/random.ts';
import { judgeFleet, type Verdict } from './judge-fleet.ts';
import { buildFleet, type Scenario } from './scenario.ts';

/** What came of all fleets of a scenario. */
export interface Tally {
  name: string;
  hasCause: boolean;
  first: Record<Verdict['first'], number>;
  /** Fleets in which something was named that did not fail. */
  wrongFleets: number;
  foldedUnrelated: number;
  downs: number;
  folded: number;
  /** Of fleets with a mistake, to build them again. */
  seeds: number[];
}

/** Fleets in which nothing can be judged are built again, up to so many times as many. */
const mostTries = 4;

export interface Effort {
  fleets: number;
  /** At how many moments each is judged. */
  moments: number;
}

/** Judges so many fleets of a scenario. */
export function runScenario(scenario: Scenario, { fleets, moments }: Effort, firstSeed: number): Tally {
  const first = { right: 0, part: 0, none: 0, wrong: 0, unjudged: 0 };
  const sums = { wrongFleets: 0, foldedUnrelated: 0, downs: 0, folded: 0 };
  const tally: Tally = {
    name: scenario.name,
    hasCause: false,
    first,
    seeds: [],
    ...sums,
  };
  let judged = 0;
  const wanted = scenario.isLong ? Math.ceil(fleets / 5) : fleets;
  for (let seed = firstSeed; judged < wanted && seed < firstSeed + mostTries * wanted; seed++) {
    const fleet = buildFleet(scenario, createRandom(seed));
    const verdict = judgeFleet(fleet, scenario.isLong ? Math.ceil(moments / 3) : moments);
    if (verdict.first !== 'unjudged') judged++;
    tally.hasCause ||= fleet.truth.failed.length > 0;
    tally.first[verdict.first]++;
    tally.wrongFleets += verdict.isWrong ? 1 : 0;
    tally.foldedUnrelated += verdict.foldedUnrelated;
    tally.downs += verdict.downs;
    tally.folded += verdict.folded;
    const isMistake = verdict.isWrong || verdict.foldedUnrelated > 0;
    if (isMistake || verdict.first === 'part' || verdict.first === 'none') tally.seeds.push(seed);
  }
  return tally;
}

/** The seed of the first fleet of a scenario; no two scenarios have one in common. */
export function firstSeedOf(scenario: number, seed: number): number {
  return seed + 10_000 * (scenario + 1);
}
