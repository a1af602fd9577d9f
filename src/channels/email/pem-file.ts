import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** No file of certificates that somebody means to name is longer. */
const longestBytes = 1024 * 1024;

const aPath = 'must be the path of a file';

/** A file was right when the configuration was read, and is not any more. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError';
}

/** The path of a file of this machine that must be there, and hold something that `use` can read, when the configuration is read. */
export function pemFile(what: string, use: (text: string) => unknown) {
  return z
    .string(aPath)
    .min(1, aPath)
    .max(4096, aPath)
    .superRefine((path, context) => {
      try {
        use(readPemFile(path));
      } catch (error) {
        const { code } = error as { code?: unknown };
        const isGone = code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR';
        const message = isGone
          ? `must be a file that can be read (${code})`
          : `must be a PEM file with ${what}`;
        context.addIssue({ code: 'custom', message });
      }
    })
    .meta({ isLocalFile: true });
}

/** What is made of the file as it is now: a renewed one needs no restart. */
export function usePemFile<T>(path: string, use: (text: string) => T): T {
  try {
    return use(readPemFile(path));
  } catch (error) {
    const { code = 'it holds something else' } = error as { code?: string };
    throw new UnusableFileError(`a file of the channel cannot be used (${code})`, { cause: error });
  }
}

function readPemFile(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (text.length > longestBytes)
    throw new RangeError('the file is too long for one of keys or certificates');
  return text;
}
