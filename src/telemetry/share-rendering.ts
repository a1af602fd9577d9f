import { setTimeout as wait } from 'node:timers/promises';

/**
 * One rendering for all who ask at once, and none sooner than `everyMs` after the last began. Whoever asks gets one that
 * began afterwards, so what was counted before the question stands in the answer.
 */
export function shareRendering(render: () => Promise<string>, everyMs: number): () => Promise<string> {
  let next: Promise<string> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let beganAtMs = Number.NEGATIVE_INFINITY;

  async function begin(): Promise<string> {
    await last.catch(() => undefined);
    const pauseMs = beganAtMs + everyMs - performance.now();
    if (pauseMs > 0) await wait(pauseMs);
    next = null;
    beganAtMs = performance.now();
    const rendering = render();
    last = rendering;
    return rendering;
  }

  return () => (next ??= begin());
}
