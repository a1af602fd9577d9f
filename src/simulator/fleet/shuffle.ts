import type { Random } from './random.ts';

/** A copy of the list in random order (Fisher and Yates). */
export function shuffle<T>(list: readonly T[], random: Random): T[] {
  const shuffled = [...list];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const moved = shuffled[last] as T;
    shuffled[last] = shuffled[other] as T;
    shuffled[other] = moved;
  }
  return shuffled;
}
