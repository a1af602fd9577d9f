/** The units of a setting, from small to large. */
export const unitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of `250ms`, `30s`, `2m`, `6h` or `1d`; null when the text is none of these. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match?.[1] || !match[2]) return null;
  return Math.round(Number(match[1]) * unitsMs[match[2] as keyof typeof unitsMs]);
}

/** A length of time as people say it: `850 ms`, `4.2 s`, `2 min 5 s`, `3 h 12 min`, `2 d 4 h`. */
export function formatDuration(ms: number): string {
  // The unit is that of the rounded length: never "1000 ms" or "10.0 s".
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  if (Math.round(ms / 100) < 100) return `${(Math.round(ms / 100) / 10).toFixed(1)} s`;
  const s = Math.round(ms / 1000);
  if (s < 60) return `${s} s`;
  if (s < 3600) return twoUnits(Math.floor(s / 60), 'min', s % 60, 's');
  const min = Math.round(s / 60);
  if (min < 1440) return twoUnits(Math.floor(min / 60), 'h', min % 60, 'min');
  const h = Math.round(min / 60);
  return twoUnits(Math.floor(h / 24), 'd', h % 24, 'h');
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** What `parseDuration` reads, in the largest unit that says it exactly: `250ms`, `36s`, `2m`. */
export function writeDuration(ms: number): string {
  const exact = Object.entries(unitsMs).findLast(([, unitMs]) => ms >= unitMs && ms % unitMs === 0);
  const [unit, unitMs] = exact ?? ['ms', 1];
  return `${ms / unitMs}${unit}`;
}
