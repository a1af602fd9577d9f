import type { Cost } from './measure-cost.ts';
import type { Tally } from './run-scenario.ts';

/** What `docs/failure-domains.md` says. */
export function failureDomainsPage(tallies: readonly Tally[], costs: readonly Cost[], seed: number): string {
  const withCause = tallies.filter(({ hasCause }) => hasCause);
  const all = sumOf(withCause, judgedOf);
  const right = sumOf(withCause, ({ first }) => first.right);
  const fleets = sumOf(tallies, judgedOf);
  return `# Failure domains

When a service goes Down, the monitor looks for what the silent instances have in common: a host, a node, a network, a
version of a service, a zone, a cluster, a region or an environment. The rules are pure functions in
[\`src/domain/failure-domains\`](../src/domain/failure-domains); their reasons are in
[ADR 8](adr/0008-failure-domains.md).

This page says how often they are right. Made by \`npx node test/failure-domains/main.ts\`; the same with \`--short\` is a unit
test. A generator ([\`test/failure-domains\`](../test/failure-domains)) builds fleets of instances on hosts in racks in zones,
lets each send heartbeats with jitter, delay and loss, breaks things as they break, and does not know the rules. At every Down,
up to six for a fleet, the monitor's knowledge of that moment is given to the rules, and the answer is compared with what really
failed.

- **right**: at the first Down that the cause made, exactly what failed was named. If nothing failed in common: nothing was
  named at any Down.
- **part**: only things that failed were named, but not all of it, or several hosts instead of their zone.
- **none**: nothing was named, and every service has its own message.
- **wrong**: at any Down, something was named that did not fail as a whole.
- **unrelated folded**: Downs with another reason that were put into the message of the cause.
- **folded**: of the Downs that the cause made, those that were put into its message. The others have instances elsewhere that
  are silent too, or do not say where they are.

A fleet is judged if the cause makes a service Down and three instances of two services are late: with less, nothing can be
said. What fails contains at least four instances of three services, an environment eight services.

| what failed | fleets | right | part | none | wrong | unrelated folded | folded |
|---|---|---|---|---|---|---|---|
${tallies.map(rowOf).join('\n')}

Where a cause exists, it was right in ${percent(right, all)} of ${withCommas(all)} fleets. Something wrong was named in
${withCommas(sumOf(tallies, ({ wrongFleets }) => wrongFleets))} of ${withCommas(fleets)} fleets. Unrelated
Downs that were folded: ${sumOf(tallies, ({ foldedUnrelated }) => foldedUnrelated)}. Seed ${seed}.

## What it costs

The time of one look, the median of 40, when the numbers of the members have been fetched. It depends on the late instances, not
on the fleet.

| instances | late | µs |
|---|---|---|
${costs.map(({ instances, late, medianUs }) => `| ${withCommas(instances)} | ${withCommas(late)} | ${withCommas(medianUs)} |`).join('\n')}
`;
}

/** One line of the table. */
export function rowOf(tally: Tally): string {
  const { name, first, wrongFleets, foldedUnrelated, downs, folded, hasCause } = tally;
  const judged = judgedOf(tally);
  const cells = [
    name,
    `${judged}`,
    percent(first.right, judged),
    ...[first.part, first.none, wrongFleets, foldedUnrelated].map((count) => `${count}`),
    hasCause ? percent(folded, downs) : '',
  ];
  return `| ${cells.join(' | ')} |`;
}

export function judgedOf({ first }: Tally): number {
  return first.right + first.part + first.none + first.wrong;
}

function sumOf(tallies: readonly Tally[], count: (tally: Tally) => number): number {
  return tallies.reduce((sum, tally) => sum + count(tally), 0);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.floor((1000 * part) / whole) / 10} %`;
}

function withCommas(count: number): string {
  return count.toLocaleString('en');
}
