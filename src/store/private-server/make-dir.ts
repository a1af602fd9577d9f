import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UnusableDataDirError } from './unusable-data-dir-error.ts';

/**
 * Makes a directory and those above it, for their owner alone. One at a time: Node's own recursive way never ends where
 * the system says of a directory that is there that it is not, as /proc does.
 */
export function makeDir(dir: string): void {
  try {
    makeWithParents(dir);
  } catch (error) {
    throw new UnusableDataDirError(dir, (error as NodeJS.ErrnoException).code ?? String(error));
  }
  if (!statSync(dir).isDirectory()) throw new UnusableDataDirError(dir, 'it is a file');
}

function makeWithParents(dir: string): void {
  if (existsSync(dir)) return;
  const parent = dirname(dir);
  if (parent !== dir) makeWithParents(parent);
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!existsSync(dir)) throw error;
  }
}
