import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { explainFileError } from './explain-file-error.ts';

/** `--key-file`: what stands behind `--key` can be read in the list of processes by everybody on the machine. */
export function keyFileOption(): Option {
  return new Option('--key-file <path>', 'a file that holds the key, so that it is in no process list')
    .conflicts('key')
    .argParser((path) => {
      const key = textOf(path).trim();
      if (key === '') throw new InvalidArgumentError('The file is empty.');
      return key;
    });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = explainFileError(path, 'read', error);
    throw new InvalidArgumentError(`The file cannot be read${why === null ? '' : `: ${why}`}.`);
  }
}
