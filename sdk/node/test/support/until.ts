import { setTimeout as wait } from 'node:timers/promises';

/** Asks another program until it answers what is waited for: the only way to wait for what sends no event. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | null | false> | T | null | false,
  mostMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + mostMs;
  for (;;) {
    const found = await probe();
    if (found !== null && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`waited ${mostMs} ms for ${what}`);
    await wait(20);
  }
}
