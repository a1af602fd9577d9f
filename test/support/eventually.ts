import { setTimeout as wait } from 'node:timers/promises';

/** Resolves with the first answer that is neither false nor null nor undefined; fails, saying what for, when time is up. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T> | T,
  withinMs = 15_000,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<T, false | null | undefined>;
    }
    if (performance.now() > deadline) throw new Error(`did not come about in ${withinMs} ms: ${what}`);
    await wait(20);
  }
}
