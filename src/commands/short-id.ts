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
} as const;
