/** What Redis answers one after the other, name and value in turn, as pairs. */
export function pairsOf<T>(flat: readonly T[]): [name: T, value: T][] {
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, i) => [
    flat[2 * i] as T,
    flat[2 * i + 1] as T,
  ]);
}
