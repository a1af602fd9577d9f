import { ContentionError } from './ports/commits.ts';

/**
 * Lets this node do things to the same thing one after another: who would lose against each other in Redis wait here
 * instead. When one fails because Redis does not answer, those that wait behind it fail with it, and at once.
 */
export function oneAfterAnother(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();

  return async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(id);
    const mine = before === undefined ? work() : after(before, work);
    last.set(id, mine);
    try {
      return await mine;
    } finally {
      if (last.get(id) === mine) last.delete(id);
    }
  };
}

async function after<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  try {
    await before;
  } catch (error) {
    if (!(error instanceof ContentionError)) throw error;
  }
  return work();
}
