import { readField } from './read-field.ts';

/** The text at the end of `path`, or a number as text; '' where there is neither. */
export function readText(value: unknown, ...path: readonly (string | number)[]): string {
  const found = readField(value, ...path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}
