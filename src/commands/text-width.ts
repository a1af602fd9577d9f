const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What takes two columns of a terminal. */
const wide = /^[\p{Script=Han}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u30FF\uFF01-\uFF60]/u;

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
}

/** The beginning of a text that takes more than so many columns. */
export function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let cut = '';
  for (const { segment } of graphemes.segment(text)) {
    if (textWidth(cut) + textWidth(segment) > columns - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

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
