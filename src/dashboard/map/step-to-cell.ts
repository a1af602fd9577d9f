import type { Layout } from './lay-out-cells.ts';

/** The cell to which a key leads from another one; null: the key leads nowhere. */
export function stepToCell(
  { blocks }: Pick<Layout, 'blocks'>,
  from: number | null,
  key: string,
): number | null {
  const all = blocks.flatMap(({ cells }) => cells);
  if (key === 'Home') return all[0] ?? null;
  if (key === 'End') return all.at(-1) ?? null;
  const step = stepOf(key);
  if (step === null) return null;
  if (from === null) return all[0] ?? null;
  if (step.lines === 0) return all[clamp(all.indexOf(from) + step.cells, all.length)] ?? null;
  return stepByLine(blocks, from, step.lines);
}

/** The cell above or below, in the next group if there is none in its own. */
function stepByLine(blocks: Layout['blocks'], from: number, lines: number): number {
  const at = blocks.findIndex(({ cells }) => cells.includes(from));
  const block = blocks[at];
  if (block === undefined) return from;
  const next = block.cells[block.cells.indexOf(from) + lines * block.columns];
  if (next !== undefined) return next;
  const other = blocks[at + lines];
  if (other === undefined) return from;
  return (lines > 0 ? other.cells[0] : other.cells.at(-1)) ?? from;
}

function stepOf(key: string): { cells: number; lines: number } | null {
  switch (key) {
    case 'ArrowLeft':
      return { cells: -1, lines: 0 };
    case 'ArrowRight':
      return { cells: 1, lines: 0 };
    case 'ArrowUp':
      return { cells: 0, lines: -1 };
    case 'ArrowDown':
      return { cells: 0, lines: 1 };
    default:
      return null;
  }
}

function clamp(at: number, length: number): number {
  return Math.min(Math.max(at, 0), length - 1);
}
