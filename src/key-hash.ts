import { hash, timingSafeEqual } from 'node:crypto';

/** What a text that is no stored key is compared with, so that it takes as long as one that is. */
const hashOfNoKey = Buffer.alloc(32).toString('hex');

/** An API key is stored as its SHA-256, in hex, and only compared by it. */
export const keyHash = {
  of: (text: string): string => hash('sha256', text, 'hex'),

  /** Whether a text is the key with this hash; undefined: there is no such key. Takes the same time for all of them. */
  matches(text: string, expected: string | undefined): boolean {
    return timingSafeEqual(hash('sha256', text, 'buffer'), Buffer.from(expected ?? hashOfNoKey, 'hex'));
  },
} as const;
