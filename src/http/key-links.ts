import { randomBytes } from 'node:crypto';

/** Links that open the dashboard with a key, once each. They live in the memory of this node. */
export interface KeyLinks {
  /** A word that stands for this key once. */
  make(keyText: string): string;
  /** The key, and from then on nothing; null: there never was such a word, or it was used. */
  redeem(word: string): string | null;
}

/** Who asks for one link after the other uses the last. */
const mostLinks = 100;

export function createKeyLinks(): KeyLinks {
  const keys = new Map<string, string>();
  return {
    make(keyText) {
      const [oldest] = keys.keys();
      if (keys.size >= mostLinks && oldest !== undefined) keys.delete(oldest);
      const word = randomBytes(16).toString('base64url');
      keys.set(word, keyText);
      return word;
    },
    redeem(word) {
      const key = keys.get(word) ?? null;
      keys.delete(word);
      return key;
    },
  };
}
