import { cutText, textWidth } from './text-width.ts';

/** As much of a cell is shown where the table is too wide; ids are shorter. */
const mostOfCell = 40;

/**
 * Rows under a head, in columns as wide as they need to be. `columns`: of the terminal; in a table that does not fit long
 * cells are cut, but in the last column, which moves no other. Null: nobody looks at it, and all is kept.
 */
export function renderRows(head: string[], rows: string[][], columns: number | null): string {
  const whole = renderWhole(head, rows);
  const fits = columns === null || whole.split('\n').every((line) => textWidth(line) <= columns);
  if (fits) return whole;
  const last = head.length - 1;
  const cut = rows.map((row) => row.map((cell, i) => (i === last ? cell : cutText(cell, mostOfCell))));
  return renderWhole(head, cut);
}

function renderWhole(head: string[], rows: string[][]): string {
  // A line break in a cell would begin a row that nobody wrote.
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}+/gu, ' ')));
  const widths = head.map((_, column) => Math.max(...all.map((row) => textWidth(row[column] ?? ''))));
  const pad = (cell: string, width: number) => cell + ' '.repeat(Math.max(0, width - textWidth(cell)));
  const line = (row: string[]) => row.map((cell, i) => pad(cell, widths[i] ?? 0)).join('  ');
  return `${all.map((row) => line(row).trimEnd()).join('\n')}\n`;
}

/** Facts about one thing, one a line; what is null is left out. */
export function renderFacts(facts: readonly [name: string, value: string | number | null][]): string {
  const told = facts.filter(([, value]) => value !== null);
  const width = Math.max(...told.map(([name]) => name.length));
  return told.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}
