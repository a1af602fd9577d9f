/** Moments as the clock on the wall says them. */
export interface LocalTime {
  /** `2026-11-21 04:12:04` */
  moment(atMs: number): string;
  /** The time alone where the day is known. */
  clock(atMs: number): string;
}

/** `timeZone`: that of the machine where none is said. */
export function createLocalTime(timeZone?: string): LocalTime {
  // Sweden writes the date as everybody can read it, and as it is sorted.
  const zone = timeZone === undefined ? {} : { timeZone };
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', ...zone });
  const moment = (atMs: number) => format.format(atMs);
  return { moment, clock: (atMs) => moment(atMs).slice(11) };
}

export const localTime = createLocalTime();
