/** Facts about one thing, one a line; what is null is left out. */
export function renderFacts(facts: readonly [name: string, value: string | number | null][]): string {
  const told = facts.filter(([, value]) => value !== null);
  const width = Math.max(...told.map(([name]) => name.length));
  return told.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}
