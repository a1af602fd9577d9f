import { unitsMs } from './duration.ts';

/** What `parseDuration` reads, in the largest unit that says it exactly: `250ms`, `36s`, `2m`. */
export function writeDuration(ms: number): string {
  const exact = Object.entries(unitsMs).findLast(([, unitMs]) => ms >= unitMs && ms % unitMs === 0);
  const [unit, unitMs] = exact ?? ['ms', 1];
  return `${ms / unitMs}${unit}`;
}
