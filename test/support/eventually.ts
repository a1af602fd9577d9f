import { setTimeout as wait } from 'node:timers/promises';

type There<T> = Exclude<T, false | null | undefined>;
const isThere = (answer: unknown) => answer !== false && answer !== null && answer !== undefined;

/**
 * Asks until the answer is right: until `isRight` says so, or else until it is neither false nor null nor undefined. Fails
 * when time is up, with what was waited for and the last answer.
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T> | T,
  withinMs?: number,
): Promise<There<T>>;
export async function eventually<T>(
  what: string,
  ask: () => Promise<T> | T,
  isRight: (answer: T) => boolean,
  withinMs?: number,
): Promise<T>;
export async function eventually<T>(
  what: string,
  ask: () => Promise<T> | T,
  rightOrMs: ((answer: T) => boolean) | number = isThere,
  withinMs = typeof rightOrMs === 'number' ? rightOrMs : 60_000,
): Promise<T> {
  const isRight = typeof rightOrMs === 'number' ? isThere : rightOrMs;
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (performance.now() > deadline)
      throw new Error(
        `did not come about in ${withinMs} ms: ${what}; the last answer: ${JSON.stringify(answer)}`,
      );
    await wait(20);
  }
}
