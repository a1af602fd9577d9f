import { createHash } from 'node:crypto';

/** A few characters that are the same for the same value, on every node. */
export function markOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 8);
}
