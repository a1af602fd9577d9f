import { type LateInstance, lateAtMs } from './late-instance.ts';

/** A cause may take so long until the last of its instances is silent. */
const spreadMs = 60_000;

/** Earlier and smaller ones are of no interest for what is Down now. */
const mostWindows = 8;

/** Fewer silent instances have no cause in common that can be found. */
export const fewestSilent = 3;

/**
 * The late instances, put together by when they may have died. An instance died between its last heartbeat and the
 * moment at which the next one was late. A window is the minute that touches most of these times; the next one is
 * found in the same way among the rest.
 */
export function deathWindows(late: readonly LateInstance[]): LateInstance[][] {
  let rest = late.map((instance) => ({ instance, ...mayHaveBegun(instance) }));
  const windows: LateInstance[][] = [];
  while (rest.length >= fewestSilent && windows.length < mostWindows) {
    const atMs = fullestMoment(rest);
    const isInside = ({ fromMs, toMs }: Span) => fromMs <= atMs && atMs < toMs;
    const inside = rest.filter(isInside);
    if (inside.length < fewestSilent) break;
    windows.push(inside.map(({ instance }) => instance));
    rest = rest.filter((each) => !isInside(each));
  }
  return windows;
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** At which moments a window may begin that holds the death of this instance. */
function mayHaveBegun(instance: LateInstance): Span {
  return { fromMs: instance.lastBeatAtMs - spreadMs, toMs: lateAtMs(instance) };
}

/** The moment that lies inside most of the spans. */
function fullestMoment(spans: readonly Span[]): number {
  const starts = spans.map(({ fromMs }) => fromMs).sort((a, b) => a - b);
  const ends = spans.map(({ toMs }) => toMs).sort((a, b) => a - b);
  let best = { count: 0, atMs: 0 };
  let ended = 0;
  for (const [begun, atMs] of starts.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= atMs) ended++;
    const count = begun + 1 - ended;
    if (count > best.count) best = { count, atMs };
  }
  return best.atMs;
}
