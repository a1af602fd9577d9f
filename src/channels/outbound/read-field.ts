/** What stands in `value` at the end of `path`; undefined where it leads nowhere. */
export function readField(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string | number, unknown>)[part];
  }
  return at;
}

/** A wait that a body asks for, in seconds or in a fraction of them. */
export function readSecondsMs(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const seconds = Number(readField(value, ...path));
  return seconds > 0 ? Math.ceil(seconds * 1000) : undefined;
}

/** The code of a case in a body: a number or a text. */
export function readCode(value: unknown, ...path: readonly (string | number)[]): string | number | undefined {
  const code = readField(value, ...path);
  return typeof code === 'string' || typeof code === 'number' ? code : undefined;
}
