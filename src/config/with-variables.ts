/** Replaces `${NAME}` in every text; a name that is not set is an error, not an empty text. */
export function withVariables(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
  path: string,
  errors: string[],
): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Z0-9_]+)\}/gi, (_, name: string) => {
      const found = env[name];
      if (found === undefined) errors.push(`${path}: the environment has no ${name}`);
      return found ?? '';
    });
  }
  if (Array.isArray(value)) {
    return value.map((item, i) => withVariables(item, env, `${path}[${i}]`, errors));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [
    key,
    withVariables(child, env, path === '' ? key : `${path}.${key}`, errors),
  ]);
  return Object.fromEntries(entries);
}
