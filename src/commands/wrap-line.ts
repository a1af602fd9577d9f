import { textWidth } from './text-width.ts';

/** Breaks a line between words so that it fits into `columns`; what follows begins with `indent`. Null: it stays whole. */
export function wrapLine(line: string, columns: number | null, indent: string): string {
  if (columns === null) return line;
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S)\s(?=\S)/)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current === '' || textWidth(longer) <= columns) current = longer;
    else {
      lines.push(current);
      current = `${indent}${word}`;
    }
  }
  return [...lines, current].join('\n');
}
