import { readFileSync, writeFileSync } from 'node:fs';
import { type Fired, ofSlowness } from './judge-outage.ts';
import type { Outage } from './outages.ts';

export interface Finding {
  outage: Outage;
  fired: readonly Fired[];
  mistakes: readonly string[];
}

const document = new URL('../../docs/operations.md', import.meta.url);
const begin = '<!-- outages: made by `npx node test/outages/main.ts --write` -->';
const end = '<!-- /outages -->';

/** What fired in each outage and what did not, as Markdown; what a busy machine made fire stands below. */
export function tableOf(
  findings: readonly Finding[],
  rules: string,
  { watchedSeconds, wasBusy }: { watchedSeconds: number; wasBusy: boolean },
): string {
  const isNoise = (outage: Outage, name: string) =>
    wasBusy && ofSlowness.has(name) && outage.fires[name] === undefined;
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const rows = findings.map(({ outage, fired, mistakes }) => {
    const told = fired
      .filter(({ name }) => !isNoise(outage, name))
      .sort((a, b) => a.fromSeconds - b.fromSeconds)
      .map((each) => `${each.name} ${each.fromSeconds}${formatEnd(each, watchedSeconds)}`);
    const verdict = mistakes.length === 0 ? 'yes' : `no: ${mistakes.join('; ')}`;
    return `| \`${outage.name}\` | ${outage.title} | ${told.join(', ') || 'none'} | ${verdict} |`;
  });
  const seen = new Set(
    findings.flatMap(({ outage, fired }) =>
      fired.map(({ name }) => name).filter((name) => !isNoise(outage, name)),
    ),
  );
  const noise = findings.flatMap(({ outage, fired }) =>
    fired.filter(({ name }) => isNoise(outage, name)).map(({ name }) => `${name} (\`${outage.name}\`)`),
  );
  const rest = alerts.filter((name) => !seen.has(name));
  return [
    '| outage | what is done | alerts that fire: seconds after its start, to their end | as expected |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Of the ${alerts.length} alerts ${seen.size} fired, only in the outages above. The other ${rest.length} were not caused here; they are tested in`,
    `\`rules.test.yaml\`: ${rest.join(', ')}.`,
    ...(noise.length === 0
      ? []
      : [
          '',
          'The machine was busy with other work, so these alerts about slowness fired too:',
          `${noise.join(', ')}.`,
        ]),
  ].join('\n');
}

/** What still fired when the watch ended has no end. */
function formatEnd({ toSeconds }: Fired, watchedSeconds: number): string {
  return toSeconds > watchedSeconds - 15 ? '–' : `–${toSeconds}`;
}

export function writeTable(table: string): void {
  const text = readFileSync(document, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to === -1)
    throw new Error(`docs/operations.md has no place between ${begin} and ${end}`);
  writeFileSync(document, `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`);
}
