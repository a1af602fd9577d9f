import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureCost } from './measure-cost.ts';
import { failureDomainsPage, judgedOf, rowOf } from './page.ts';
import { firstSeedOf, runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';

/**
 * `npx node test/failure-domains/main.ts [--short] [--fleets N] [--seed N] [PART OF A NAME…]`: how often the rules find
 * what failed. A run of all scenarios that is not short writes docs/failure-domains.md. The exit code is 1 if something
 * unrelated was folded.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    fleets: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
const fleets = Number(values.fleets ?? (values.short ? 20 : 500));
const isChosen = (name: string) =>
  positionals.length === 0 || positionals.some((part) => name.includes(part));
const say = (text: string) => process.stdout.write(`${text}\n`);

const tallies = scenarios.flatMap((scenario, number) => {
  if (!isChosen(scenario.name) || (values.short && scenario.isLong === true)) return [];
  const tally = runScenario(scenario, { fleets, moments: 6 }, firstSeedOf(number, seed));
  const { right, part, none } = tally.first;
  const mistakes = judgedOf(tally) - right - part - none + tally.wrongFleets + tally.foldedUnrelated;
  say(rowOf(tally) + (mistakes + part + none === 0 ? '' : ` seeds ${tally.seeds.slice(0, 8).join(' ')}`));
  return [tally];
});

if (positionals.length === 0 && !values.short) {
  const costs = [
    ...[10, 84, 840, 8400].map((hosts) => measureCost(hosts, 100)),
    ...[1000, 5000].map((late) => measureCost(840, late)),
  ];
  for (const cost of costs) say(JSON.stringify(cost));
  const page = new URL('../../docs/failure-domains.md', import.meta.url);
  writeFileSync(page, failureDomainsPage(tallies, costs, seed));
}
process.exitCode = tallies.some(({ foldedUnrelated }) => foldedUnrelated > 0) ? 1 : 0;
