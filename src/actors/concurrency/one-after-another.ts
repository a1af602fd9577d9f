import { ContentionError } from '../ports/commits.ts';

/** Runs work on the object with this id after all that was begun before. */
export type InTurn = <T>(id: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs the calls of this node on the same object one after another: they would make each other's commits stale in Redis.
 * When one fails because Redis does not answer, all that wait behind it fail at once, too.
 */
export function oneAfterAnother(): InTurn {
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
