/** RFC 3339 in UTC with milliseconds. */
export function toTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function toTimeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : toTime(atMs);
}
