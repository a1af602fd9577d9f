/** A time as people read it: `0.5 s`, `30 s`, `5 min`. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  return seconds < 100 ? `${Number(seconds.toFixed(1))} s` : `${Math.round(seconds / 60)} min`;
}
