import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Closers } from './closers.ts';

const usuallyEveryMs = 60_000;

/** A collection of all garbage takes about 0.1 s; a node that does more than this is not interrupted for it. */
const mostBusyShare = 0.1;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Gives the memory back that only the start needed: V8 keeps the pages that it had then, 60 MB of them, and never
 * returns them by itself. Done once, in the first minute in which the node rests.
 */
export function giveBackMemory(closers: Pick<Closers, 'add'>, lookEveryMs = usuallyEveryMs): void {
  let before = performance.eventLoopUtilization();
  const look = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > mostBusyShare) return;
    clearInterval(look);
    collectGarbage();
    // What the first one only marked as old, such as code that ran once, goes with the second.
    setImmediate(collectGarbage);
  }, lookEveryMs).unref();
  closers.add('memory of the start', () => clearInterval(look));
}

/** There is no other way to ask for it than the function that V8 has for its tests. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
