import { styleText } from 'node:util';

export type Tone = 'bad' | 'good' | 'odd' | 'plain';

/** Where the demo tells what happens, line by line. */
export interface Tell {
  /** A line with the time before it. */
  line(text: string, tone?: Tone): void;
  /** Text as it is. */
  text(text: string): void;
}

const styles = { bad: 'red', good: 'green', odd: 'yellow', plain: null } as const;

/** A terminal that says it is narrower does not know. */
const fewestColumns = 40;

/** Ten columns for the time and what stands around it. */
const indent = ' '.repeat(10);

/** Tells by `write`, in lines of so many columns; null: as long as they are. */
export function createTell(
  write: (text: string) => void,
  { colour, columns }: { colour: boolean; columns: number | null },
): Tell {
  const paint = (style: 'red' | 'green' | 'yellow' | 'dim', text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const width = columns === null || columns < fewestColumns ? Number.POSITIVE_INFINITY : columns;
  return {
    text: write,
    line(text, tone = 'plain') {
      const style = styles[tone];
      const time = paint('dim', new Date().toTimeString().slice(0, 8));
      const lines = broken(text, width - indent.length);
      const painted = lines.map((line) => (style === null ? line : paint(style, line)));
      write(`${time}  ${painted.join(`\n${indent}`)}\n`);
    },
  };
}

/** Between words, so that each part fits. */
function broken(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
