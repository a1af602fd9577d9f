import { setTimeout as wait } from 'node:timers/promises';

const mostTries = 30;

/** Asks again while the answer is 503, for a few seconds, as every client should: on a busy machine Redis may be late. */
export async function untilServed<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (answer.status !== 503 || tries === mostTries) return answer;
    await wait(100);
  }
}
