/** How many letters must be put in, left out, replaced or swapped with the next to make one word of the other. */
export function letterChanges(one: string, other: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const row = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const replaced = (before[j] ?? 0) + (letter === wanted ? 0 : 1);
      const isSwap = i > 0 && j > 0 && letter === other[j - 1] && one[i - 1] === wanted;
      const swapped = isSwap ? (twoBefore[j - 1] ?? 0) + 1 : replaced;
      row.push(Math.min(replaced, swapped, (before[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    twoBefore = before;
    before = row;
  }
  return before.at(-1) ?? 0;
}

/** The word that somebody may have meant; null: none is like it. */
export function nearestWord(word: string, words: readonly string[]): string | null {
  const [best] = words
    .map((other) => ({ other, changes: letterChanges(word.toLowerCase(), other.toLowerCase()) }))
    .toSorted((a, b) => a.changes - b.changes);
  return best !== undefined && best.changes <= Math.max(2, best.other.length / 3) ? best.other : null;
}
