import { formatDuration } from '../../../domain/duration.ts';
import type { PublicComponent } from '../../schemas/status-page.ts';
import { type Html, html } from './html.ts';
import { pageWords } from './page-words.ts';

type Day = PublicComponent['days'][number];
type Timed = keyof Day['seconds'];

/** From the top of a bar down; what nobody watched is empty. */
const drawn: readonly [state: Timed, name: string][] = [
  ['down', 'down'],
  ['degraded', 'degraded'],
  ['blind', 'unknown'],
  ['maintenance', 'maintenance'],
  ['healthy', 'operational'],
];

const told = drawn.filter(([state]) => state !== 'healthy');

const [stepX, widthX, height] = [10, 8, 34];

/** A minute of trouble is seen as well. */
const leastHeight = 5;

/** A bar for each day, with its worst on top, and in words the days on which something was. */
export function drawDays({ name, uptime, days }: PublicComponent): Html {
  if (days.length === 0) return html``;
  const troubled = days.filter(({ seconds }) => told.some(([state]) => seconds[state] > 0)).toReversed();
  const width = days.length * stepX - (stepX - widthX);
  const all = uptime === null ? 'not watched so far' : `${pageWords.share(uptime)} up`;
  const label = `${name}, the last ${days.length} days: ${all}`;
  return html`<svg class="days" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">${days.map(drawDay)}</svg>
<p class="scale"><span>${days.length} days ago</span><span>${all}</span><span>today</span></p>
${
  troubled.length === 0
    ? null
    : html`<details><summary>${troubled.length === 1 ? '1 day' : `${troubled.length} days`} not operational throughout<span class="unseen">: ${name}</span></summary>
<ul>${troubled.map((day) => html`<li>${describe(day)}</li>\n`)}</ul></details>`
}`;
}

function drawDay(day: Day, i: number): Html {
  const x = i * stepX;
  const parts = heightsOf(day);
  let y = height;
  const rects = parts.toReversed().map(([state, partHeight]) => {
    y -= partHeight;
    return html`<rect class="${state}" x="${x}" y="${rounded(y)}" width="${widthX}" height="${rounded(partHeight)}"/>`;
  });
  return html`<g><title>${describe(day)}</title><rect class="none" x="${x}" width="${widthX}" height="${height}"/>${rects}</g>`;
}

/** How high each part is, together at most the whole bar; what was very short takes from what was longest. */
function heightsOf({ seconds }: Day): [state: Timed, height: number][] {
  const total = drawn.reduce((sum, [state]) => sum + seconds[state], seconds.notWatched);
  const parts = drawn
    .filter(([state]) => seconds[state] > 0)
    .map(([state]): [Timed, number] => [state, Math.max(leastHeight, (seconds[state] / total) * height)]);
  const over = parts.reduce((sum, [, partHeight]) => sum + partHeight, 0) - height;
  const longest = parts.toSorted(([, a], [, b]) => b - a)[0];
  if (over > 0 && longest !== undefined) longest[1] -= over;
  return parts;
}

/** Such as "2026-11-22: 99.95 % up, down 43 s". */
function describe({ date, uptime, seconds }: Day): string {
  const parts = told.filter(([state]) => seconds[state] > 0);
  const words = parts.map(([state, name]) => `${name} ${formatDuration(seconds[state] * 1000)}`);
  return `${date}: ${[uptime === null ? 'not watched' : `${pageWords.share(uptime)} up`, ...words].join(', ')}`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
