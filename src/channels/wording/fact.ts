/** One line of what is known: `CPU` is `97.2 %`. */
export interface Fact {
  name: string;
  value: string;
}

/** A moment as people on call read it, always UTC: `2026-11-21 03:12:04 UTC`. */
export function formatMoment(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
