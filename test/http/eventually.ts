import { setTimeout as pause } from 'node:timers/promises';

/** Asks until the answer is right; fails with the last answer after the deadline. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
  deadlineMs = 5_000,
): Promise<T> {
  const endsAtMs = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (performance.now() > endsAtMs)
      throw new Error(`still not right after ${deadlineMs} ms: ${JSON.stringify(answer)}`);
    await pause(25);
  }
}
