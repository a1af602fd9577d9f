/** A hash from a script's reply, field and value in turn. */
export function toFields(flat: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let i = 0; i < flat.length; i += 2) fields[flat[i] ?? ''] = flat[i + 1] ?? '';
  return fields;
}
