/**
 * What a table of ours says of a word of the monitor's; undefined for a word that this page does not know, and for
 * those that every object has.
 */
export function own<T>(table: Record<string, T>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
