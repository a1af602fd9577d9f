/** Time from a moment on until before another one, `[fromMs, toMs)`. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** The same time in order, and no moment twice. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { fromMs, toMs } of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs >= toMs) continue;
    const last = merged.at(-1);
    if (last !== undefined && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else merged.push({ fromMs, toMs });
  }
  return merged;
}

/** Reads on in spans that are in order: whether a moment is in one of them, and until when that stays so. */
export function readOnIn(spans: readonly Span[]): (atMs: number) => { isInside: boolean; untilMs: number } {
  let next = 0;
  return (atMs) => {
    while (next < spans.length && (spans[next]?.toMs ?? 0) <= atMs) next++;
    const span = spans[next];
    if (span === undefined) return { isInside: false, untilMs: Number.POSITIVE_INFINITY };
    return atMs < span.fromMs
      ? { isInside: false, untilMs: span.fromMs }
      : { isInside: true, untilMs: span.toMs };
  };
}
