/** Up to a tenth early and never late: a fleet that started together drifts apart, and no beat misses its deadline. */
export function spreadMs(waitMs: number, random: number): number {
  return Math.round(waitMs * (0.9 + random / 10));
}
