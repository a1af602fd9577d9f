import { readFileSync, writeFileSync } from 'node:fs';
import { toFileError } from '../explain-file-error.ts';

/** The key that `path` holds; where there is no such file yet, `fresh` is written into it, for its owner's eyes only. */
export function keepKey(path: string, fresh: string): string {
  try {
    writeFileSync(path, `${fresh}\n`, { flag: 'wx', mode: 0o600 });
    return fresh;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw toFileError(path, 'written', error);
  }
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw toFileError(path, 'read', error);
  }
}
