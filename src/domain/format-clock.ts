import { timeOfDay } from './time-of-day.ts';

/** The minute of a moment as people read it: `14:03 UTC`. */
export function formatClock(atMs: number): string {
  return `${timeOfDay.write(Math.floor(atMs / 60_000) % (24 * 60))} UTC`;
}
