/**
 * How far a clock is ahead of another at least, below 0: behind it. The other was read at some time between two readings
 * of this one; what may have come of the way there and back is not counted.
 */
export function leastAhead(beforeMs: number, otherMs: number, afterMs: number): number {
  if (beforeMs > otherMs) return beforeMs - otherMs;
  return Math.min(0, afterMs - otherMs);
}
