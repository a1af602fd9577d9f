import type { ApiKey } from '../domain/api-key.ts';
import { keyBounds } from './key-bounds.ts';
import { ProblemError } from './problem-error.ts';

/** What concerns the whole monitor is not for a key that is bound to some services. */
export function requireUnbound(key: ApiKey | null): void {
  if (keyBounds.isBound(key)) {
    throw new ProblemError('forbidden', 'This requires an API key that is not bound to services.');
  }
}
