/** Whether there is a text that both globs match. */
export function globsOverlap(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  const seen = new Set<string>();

  function from(i: number, j: number): boolean {
    const place = `${i} ${j}`;
    if (seen.has(place)) return false;
    seen.add(place);
    const [a, b] = [left[i], right[j]];
    if (a === undefined || b === undefined) return mayBeEmpty(left.slice(i)) && mayBeEmpty(right.slice(j));
    // A star stands for nothing, or for what the other has here.
    if (a === '*' || b === '*') return from(i + 1, j) || from(i, j + 1);
    return (a === b || a === '?' || b === '?') && from(i + 1, j + 1);
  }

  return from(0, 0);
}

/** Each character of a glob; one that stands for itself with its backslash. */
function partsOf(glob: string): string[] {
  const parts = glob.match(/\\[*?\\]|[^]/g) ?? [];
  return parts.map((part) => (part === '\\' ? '\\\\' : part));
}

function mayBeEmpty(rest: readonly string[]): boolean {
  return rest.every((part) => part === '*');
}
