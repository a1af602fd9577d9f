import type { KindField } from './kind-fields.ts';

/** What a channel is given: fields of its kind. Null takes one away. */
type Settings = Record<string, unknown>;

/** The name of the box that takes a secret away. */
export const removalOf = (path: readonly string[]) => `remove ${path[0]}`;

/** The name of a field in the form: the JSON pointer to it. */
export const pointerOf = (path: readonly string[]) => `/${path.join('/')}`;

/**
 * What was filled in, as the monitor takes it. Nothing is said of a secret that was left empty, so that it is kept; `isNew`:
 * there is nothing to take away.
 */
export function readSettings(form: FormData, fields: readonly KindField[], isNew: boolean): Settings {
  const settings: Settings = {};
  const within: Record<string, Record<string, unknown>> = {};
  for (const field of fields) {
    const [name = '', inner] = field.path;
    const value = valueOf(form, field);
    if (inner !== undefined && value !== null) (within[name] ??= {})[inner] = value;
    const isKept = field.isSecret && !form.has(removalOf(field.path));
    if (inner === undefined && value !== null) settings[name] = value;
    else if (!isNew && !isKept) settings[name] ??= null;
  }
  return { ...settings, ...within };
}

/** Null: nothing was filled in. */
function valueOf(form: FormData, { path, control }: KindField): unknown {
  const given = form.get(pointerOf(path));
  const text = typeof given === 'string' ? given.trim() : '';
  if (text === '') return null;
  if (control === 'switch') return true;
  if (control === 'number') return Number(text);
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  if (control === 'lines')
    return lines.flatMap((line) => line.split(',').flatMap((part) => part.trim() || []));
  if (control === 'pairs') return Object.fromEntries(lines.map(pairOf));
  return text;
}

function pairOf(line: string): [string, string] {
  const [name = '', ...rest] = line.split(':');
  return [name.trim(), rest.join(':').trim()];
}
