import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { explainFileError } from '../explain-file-error.ts';
import { processVariables } from './process-environment.ts';
import { withVariables } from './with-variables.ts';

/** Loaded with the first file. */
const require = createRequire(import.meta.url);

/**
 * One channel from a file of its own, with the fields that it would have in `monitor.yaml`; `-` is the standard input.
 * `${NAME}` is taken from this process's environment. What is wrong is an Error that says so.
 */
export function readChannelFile(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    const why = explainFileError(path, 'read', error);
    throw new Error(`${path} cannot be read${why === null ? '' : `: ${why}`}.`, { cause: error });
  }
  const { parseDocument } = require('yaml') as typeof import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw new Error(`${path}: ${fault.message.split('\n')[0]}`);
  const errors: string[] = [];
  const value = withVariables(document.toJS(), processVariables(), '', errors);
  if (errors.length > 0) throw new Error(errors.map((error) => `${path}: ${error}`).join('\n'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${path}: must hold one channel, such as { id: chat, type: slack, url: … }`);
  return value as Record<string, unknown>;
}
