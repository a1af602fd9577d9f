/** A length of time as the messages say it: `850 ms`, `4.2 s`, `2 min 5 s`, `3 h 12 min`, `2 d 4 h`. */
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

/** A running length of time, in whole seconds: a number that changes its form each second cannot be read. */
export function formatRunning(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  return s < 10 ? `${s} s` : formatDuration(s * 1000);
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
