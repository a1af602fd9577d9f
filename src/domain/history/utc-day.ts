const dayMs = 24 * 60 * 60 * 1000;

/** Days by UTC, as numbers: day 0 is 1970-01-01. */
export const utcDay = {
  ms: dayMs,

  at: (atMs: number): number => Math.floor(atMs / dayMs),

  startOf: (day: number): number => day * dayMs,
} as const;
