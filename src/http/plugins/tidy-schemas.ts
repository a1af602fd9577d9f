const prefix = '#/components/schemas/';

/**
 * Every schema comes twice, as it is written and as it is read, and most are used one way only. Leaves out what nothing
 * refers to, and gives what is only written its plain name: `HeartbeatRequest`, not `HeartbeatRequestInput`.
 */
export function tidySchemas<T extends object>(document: T): T {
  const text = JSON.stringify(document);
  const isUsed = (name: string) => text.includes(`"${prefix}${name}"`);
  const written = /"#\/components\/schemas\/(\w+)Input"/g;
  const renamed = text.replace(written, (ref, name: string) => (isUsed(name) ? ref : `"${prefix}${name}"`));
  const tidy = JSON.parse(renamed) as T & { components?: { schemas?: Record<string, unknown> } };
  const schemas = tidy.components?.schemas ?? {};
  for (const name of Object.keys(schemas)) {
    const plain = name.replace(/Input$/, '');
    if (plain !== name && isUsed(name) && !isUsed(plain)) schemas[plain] = schemas[name];
  }
  for (const name of Object.keys(schemas)) if (!renamed.includes(`"${prefix}${name}"`)) delete schemas[name];
  return tidy;
}
