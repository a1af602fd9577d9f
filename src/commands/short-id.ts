const leastCharacters = 4;

/** An id that a person has shortened. */
export const shortId = {
  mayBe: (given: string): boolean => /^[0-9a-f-]+$/i.test(given) && given.length >= leastCharacters,

  require(given: string, what: string): void {
    if (shortId.mayBe(given)) return;
    throw new Error(
      `"${given}" is no id of ${what}: give it, or at least its first ${leastCharacters} characters.`,
    );
  },

  /** Whether the id that a person gave is this one, or its beginning. */
  means: (given: string, id: string): boolean => id.startsWith(given.toLowerCase()),

  /** The one thing that the id means. `more`: where to look for others. */
  pick<Item>(
    items: readonly Item[],
    given: string,
    {
      what,
      idOf,
      describe,
      more,
    }: { what: string; idOf: (item: Item) => string; describe: (item: Item) => string; more: string },
  ): Item {
    const [one, ...others] = items.filter((item) => shortId.means(given, idOf(item)));
    if (one === undefined) throw new Error(`There is no ${what} "${given}"${more}`);
    if (others.length === 0) return one;
    const ids = [one, ...others].map((item) => `  ${idOf(item)}  ${describe(item)}`);
    throw new Error(`Several ${what}s begin with "${given}"; give more of the id:\n${ids.join('\n')}`);
  },
} as const;
