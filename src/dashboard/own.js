/**
 * What a table of ours says of a word of the monitor's; undefined for a word that this page does not know, and for
 * those that every object has.
 *
 * @template T
 * @param {Record<string, T>} table
 * @param {string} word
 * @returns {T | undefined}
 */
export function own(table, word) {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
