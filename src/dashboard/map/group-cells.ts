import type { Fleet, MapGrouping } from './fleet.ts';

/** Cells that have a word in common, by their places in the fleet. */
export interface CellGroup {
  /** Empty: those that have none. */
  name: string;
  cells: number[];
}

const collator = new Intl.Collator('en', { numeric: true });

/** By name, so that a group is found where it was; those without at the end. */
export function groupCells({ cells }: Pick<Fleet, 'cells'>, by: MapGrouping): CellGroup[] {
  const groups = new Map<string, number[]>();
  for (const [place, cell] of cells.entries()) {
    const name = cell[by] ?? '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [place]);
    else group.push(place);
  }
  return [...groups]
    .map(([name, places]) => ({ name, cells: places }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || collator.compare(a.name, b.name));
}
