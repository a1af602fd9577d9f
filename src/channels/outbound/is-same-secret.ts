import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in the same time wherever they differ, and however long they are. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
