/** Whether there is a text that both globs match. */
export function globsOverlap(one: string, other: string): boolean {
  const seen = new Set<string>();

  function from(i: number, j: number): boolean {
    const place = `${i} ${j}`;
    if (seen.has(place)) return false;
    seen.add(place);
    const [a, b] = [one[i], other[j]];
    if (a === undefined || b === undefined) return mayBeEmpty(one.slice(i)) && mayBeEmpty(other.slice(j));
    // A star stands for nothing, or for what the other has here.
    if (a === '*' || b === '*') return from(i + 1, j) || from(i, j + 1);
    return (a === b || a === '?' || b === '?') && from(i + 1, j + 1);
  }

  return from(0, 0);
}

function mayBeEmpty(rest: string): boolean {
  return /^\**$/.test(rest);
}
