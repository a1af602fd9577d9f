import { renderFacts, renderRows } from './render-rows.ts';
import type { Uptime } from './wire.ts';

const states = {
  down: 'Down',
  degraded: 'Degraded',
  blind: 'Blind',
  maintenance: 'Maintenance',
  notWatched: 'Not watched',
} as const;

type State = keyof typeof states;

const barCells = 20;

/** What a cell of a bar shows, the worst first. */
const cells: readonly [state: State | 'healthy', cell: string][] = [
  ['down', 'x'],
  ['degraded', '▒'],
  ['healthy', '█'],
  ['maintenance', 'm'],
  ['blind', '?'],
  ['notWatched', '·'],
];

/** The uptime of a service for people: all together, then a line for each day, the newest first. */
export function formatUptime({ serviceName, environment, from, to, uptime, seconds, days }: Uptime): string {
  const named = Object.entries(states) as [State, string][];
  const told = named.filter(([state]) => seconds[state] > 0);
  const facts = renderFacts([
    ['Service', `${serviceName} (${environment})`],
    ['From', from],
    ['To', to],
    ['Uptime', formatRatio(uptime)],
    ...told.map(([state, name]): [string, string] => [name, formatSeconds(seconds[state])]),
  ]);
  const head = ['DATE', 'UPTIME', 'SHARES OF THE DAY', ...told.map(([, name]) => name.toUpperCase())];
  const rows = days
    .toReversed()
    .map((day) => [
      ...[day.date, formatRatio(day.uptime), barOf(day.seconds)],
      ...told.map(([state]) => (day.seconds[state] === 0 ? '-' : formatSeconds(day.seconds[state]))),
    ]);
  return `${facts}\n${renderRows(head, rows, null)}\n${legend}`;
}

const legend = `A bar shows shares of its day, not times of it; what occurred at all has one of the ${barCells} cells.
█ up  ▒ degraded  x down  m maintenance  ? the monitor was blind  · not watched
`;

/** Never rounded up: 100 % means that there was no outage. */
function formatRatio(ratio: number | null): string {
  return ratio === null ? '-' : `${(Math.floor(ratio * 100_000) / 1000).toFixed(3)} %`;
}

/** To the second: hours, minutes and seconds. */
function formatSeconds(exact: number): string {
  const seconds = Math.round(exact);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** The shares of a day, the worst first; what occurred at all has a cell at least. */
function barOf(seconds: Uptime['seconds']): string {
  const all = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  const shares = cells
    .filter(([state]) => seconds[state] > 0)
    .map(([state, cell]) => ({ cell, count: Math.max(1, Math.round((seconds[state] / all) * barCells)) }));
  const widest = shares.toSorted((a, b) => b.count - a.count)[0];
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  if (widest !== undefined) widest.count += barCells - total;
  return shares.map(({ cell, count }) => cell.repeat(count)).join('');
}
