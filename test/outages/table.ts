import { readFileSync, writeFileSync } from 'node:fs';
import type { Fired } from './judge-outage.ts';
import type { Outage } from './outages.ts';

export interface Finding {
  outage: Outage;
  fired: readonly Fired[];
  mistakes: readonly string[];
}

const document = new URL('../../docs/operations.md', import.meta.url);
const begin = '<!-- outages: made by `npx node test/outages/main.ts --write` -->';
const end = '<!-- /outages -->';

/** What fired in each outage and what did not, as Markdown. */
export function tableOf(findings: readonly Finding[], rules: string, watchedSeconds: number): string {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const rows = findings.map(({ outage, fired, mistakes }) => {
    const told = [...fired]
      .sort((a, b) => a.fromSeconds - b.fromSeconds)
      .map((each) => `${each.name} ${each.fromSeconds}${sayEnd(each, watchedSeconds)}`);
    const verdict = mistakes.length === 0 ? 'yes' : `no: ${mistakes.join('; ')}`;
    return `| \`${outage.name}\` | ${outage.title} | ${told.join(', ') || 'none'} | ${verdict} |`;
  });
  const seen = new Set(findings.flatMap(({ fired }) => fired.map(({ name }) => name)));
  const rest = alerts.filter((name) => !seen.has(name));
  return [
    '| outage | what is done | alerts that fire: seconds from its beginning, to their end | as expected |',
    '|---|---|---|---|',
    ...rows,
    '',
    `No other of the ${alerts.length} alerts fired in any of them. ${seen.size} fired at least once; the other ${rest.length}, which`,
    `only \`rules.test.yaml\` fires: ${rest.join(', ')}.`,
  ].join('\n');
}

/** What still fired when the watch ended has no end. */
function sayEnd({ toSeconds }: Fired, watchedSeconds: number): string {
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
