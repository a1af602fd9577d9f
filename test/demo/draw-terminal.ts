const size = { font: 14, line: 20, column: 8.43, margin: 18 } as const;

/** What the demo writes in colour, by the number of the terminal's command. */
const styles: Record<string, string> = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow' };

const css = `text{font:${size.font}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d5dbe3;white-space:pre}
.bold{font-weight:700}.dim{fill:#8b95a3}.red{fill:#ff7a7d}.green{fill:#57c98d}.yellow{fill:#f2b14b}`;

/** A picture of a terminal, as SVG, with the text that stands in it. */
export function drawTerminal(text: string, columns: number): string {
  const lines = text.replaceAll('\r', '').split('\n');
  const width = Math.ceil(columns * size.column + 2 * size.margin);
  const height = lines.length * size.line + 2 * size.margin;
  const rows = lines.map((line, i) => {
    const y = size.margin + (i + 0.75) * size.line;
    return `<text x="${size.margin}" y="${y}" xml:space="preserve">${spans(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${css}</style>
<rect width="100%" height="100%" rx="10" fill="#14181e"/>
${rows.join('\n')}
</svg>
`;
}

/** The parts of a line between the terminal's commands, each in its style. */
function spans(line: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the terminal's
  const [first = '', ...parts] = line.split(/\x1B\[(\d+)m/);
  let drawn = escaped(first);
  for (let i = 0; i < parts.length; i += 2) {
    const style = styles[parts[i] ?? ''];
    const text = escaped(parts[i + 1] ?? '');
    if (text !== '') drawn += style === undefined ? text : `<tspan class="${style}">${text}</tspan>`;
  }
  return drawn;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
