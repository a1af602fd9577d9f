/** How many letters must be put in, left out or replaced to make one word of the other (Levenshtein). */
export function letterChanges(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const row = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const replaced = (before[j] ?? 0) + (letter === wanted ? 0 : 1);
      row.push(Math.min(replaced, (before[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    before = row;
  }
  return before.at(-1) ?? 0;
}
