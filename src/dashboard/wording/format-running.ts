import { formatDuration } from '../../domain/duration.ts';

/** A running length of time, in whole seconds: a number that changes its form each second cannot be read. */
export function formatRunning(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  return s < 10 ? `${s} s` : formatDuration(s * 1000);
}
