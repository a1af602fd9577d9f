import type { CellGroup } from './group-cells.ts';

/** A group on the map: its cells line by line, from a corner on. */
export interface Block {
  name: string;
  cells: readonly number[];
  columns: number;
  left: number;
  /** Of its first line of cells; its name stands above. */
  top: number;
  width: number;
}

/** Where everything is, in pixels. */
export interface Layout {
  /** Of a cell, with the gap to the next. */
  size: number;
  width: number;
  height: number;
  hasNames: boolean;
  blocks: Block[];
}

const sizes = [34, 30, 26, 22, 20, 18, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5, 4];

/** More names than these cannot be read. */
const mostNames = 160;
const nameHeight = 20;
const leastNamedWidth = 64;

/** Few groups take the whole width each. */
const fewGroups = 6;

/** The largest cells with which all groups fit into the space; the smallest if none do: then it is higher. */
export function layOutCells(groups: readonly CellGroup[], space: { width: number; height: number }): Layout {
  for (const size of sizes) {
    const layout = layOut(groups, space.width, size);
    if (layout.height <= space.height) return layout;
  }
  return layOut(groups, space.width, sizes.at(-1) ?? 4);
}

function layOut(groups: readonly CellGroup[], width: number, size: number): Layout {
  const hasNames = groups.length <= mostNames;
  const gap = hasNames ? 12 : Math.max(4, Math.round(size / 2));
  const above = hasNames ? nameHeight : 0;
  const most = Math.max(1, Math.floor(width / size));
  let left = 0;
  let top = 0;
  let lowest = 0;
  const blocks = groups.map(({ name, cells }): Block => {
    const square = groups.length <= fewGroups ? most : Math.ceil(Math.sqrt(cells.length * 2.5));
    const columns = Math.min(most, square, cells.length);
    const blockWidth = Math.min(width, Math.max(columns * size, hasNames ? leastNamedWidth : 0));
    if (left > 0 && left + blockWidth > width) {
      left = 0;
      top = lowest + gap;
    }
    const block = { name, cells, columns, left, top: top + above, width: blockWidth };
    left += blockWidth + gap;
    lowest = Math.max(lowest, block.top + Math.ceil(cells.length / columns) * size);
    return block;
  });
  return { size, width, height: lowest, hasNames, blocks };
}

/** The cell at a point; null: there is none. */
export function cellAt({ blocks, size }: Layout, x: number, y: number): number | null {
  for (const { cells, columns, left, top } of blocks) {
    const [column, line] = [Math.floor((x - left) / size), Math.floor((y - top) / size)];
    if (column >= 0 && column < columns && line >= 0) {
      const cell = cells[line * columns + column];
      if (cell !== undefined) return cell;
    }
  }
  return null;
}

/** Where a cell is. */
export function placeOfCell(
  { blocks, size }: Layout,
  cell: number,
): { left: number; top: number; block: Block } | null {
  for (const block of blocks) {
    const at = block.cells.indexOf(cell);
    if (at === -1) continue;
    const line = Math.floor(at / block.columns);
    return { block, left: block.left + (at % block.columns) * size, top: block.top + line * size };
  }
  return null;
}
