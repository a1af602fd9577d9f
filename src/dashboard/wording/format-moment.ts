/** How long ago, in one unit. What seems to lie ahead is `just now`: clocks differ by a little. */
export function formatAgo(atMs: number, nowMs: number): string {
  const s = Math.floor((nowMs - atMs) / 1000);
  if (s < 1) return 'just now';
  if (s < 60) return `${s} s ago`;
  if (s < 3600) return `${Math.floor(s / 60)} min ago`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h ago`;
  return `${Math.floor(s / 86_400)} d ago`;
}

/** A moment as the messages say it, always UTC: `2026-11-21 03:12:04 UTC`. */
export function formatMoment(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
