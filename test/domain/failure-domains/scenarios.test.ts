import { expect, test } from 'vitest';
import { firstSeedOf, runScenario } from '../../failure-domains/run-scenario.ts';
import { scenarios } from '../../failure-domains/scenarios.ts';

/** The long form is `npx node test/failure-domains/main.ts`, which writes docs/failure-domains.md. */
const effort = { fleets: 5, moments: 3 };

const short = scenarios.flatMap((scenario, number) =>
  scenario.isLong === true ? [] : [{ ...scenario, seed: firstSeedOf(number, 1) }],
);

/** In these the right answer cannot always be known, because instances say nothing or the wrong thing. */
const isHard = (name: string) => name.includes('attributes');

test.each(short)('$name: what failed is named, and nothing else', (scenario) => {
  const tally = runScenario(scenario, effort, scenario.seed);
  expect(tally.foldedUnrelated).toBe(0);
  expect(tally.first.right).toBeGreaterThanOrEqual(isHard(scenario.name) ? effort.fleets - 1 : effort.fleets);
  if (!isHard(scenario.name)) expect(tally.wrongFleets).toBe(0);
  if (tally.hasCause) expect(tally.folded).toBeGreaterThan(tally.downs / 4);
});
