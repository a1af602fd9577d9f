/** Rows under a head, in columns as wide as they need to be. */
export function renderRows(head: string[], rows: string[][]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  return `${all.map((row) => line(row).trimEnd()).join('\n')}\n`;
}
