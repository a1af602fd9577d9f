import { formatDuration } from '../../domain/duration.ts';

const minuteMs = 60_000;

/** How long something goes on, so that it changes once a minute: what moves on a wall draws the eye. */
export function formatLong(ms: number): string {
  if (ms < minuteMs) return 'just now';
  return formatDuration(Math.floor(ms / minuteMs) * minuteMs);
}
