import type { BlindGap } from '../../src/domain/clear-time.ts';

/** What is left of a stretch of time when everything that we could not hear is cut out of it. */
export function clearStretches(fromMs: number, toMs: number, gaps: readonly BlindGap[]): [number, number][] {
  let clear: [number, number][] = toMs > fromMs ? [[fromMs, toMs]] : [];
  for (const gap of gaps) {
    clear = clear.flatMap(([from, to]) => {
      const pieces: [number, number][] = [
        [from, Math.min(to, gap.fromMs)],
        [Math.max(from, gap.toMs), to],
      ];
      return pieces.filter(([a, b]) => b > a);
    });
  }
  return clear;
}

/** The first millisecond in which something that stays true once it is true became so. */
export function firstMs(fromMs: number, toMs: number, isTrue: (ms: number) => boolean): number {
  let [before, after] = [fromMs - 1, toMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isTrue(middle)) after = middle;
    else before = middle;
  }
  return after;
}

export function observedMs(fromMs: number, toMs: number, gaps: readonly BlindGap[]): number {
  return clearStretches(fromMs, toMs, gaps).reduce((sum, [from, to]) => sum + to - from, 0);
}

/** When so much has been observed of what began at `fromMs`. */
export function whenObserved(fromMs: number, lengthMs: number, gaps: readonly BlindGap[]): number {
  const endMs = Math.max(fromMs, ...gaps.map((gap) => gap.toMs)) + lengthMs;
  return firstMs(fromMs, endMs, (ms) => observedMs(fromMs, ms, gaps) >= lengthMs);
}
