import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';

/** Everything that Redis holds or has written: each value as it is kept, and the log of its commands. */
export async function textOfRedis(redis: Redis, dir: string): Promise<string> {
  const texts: string[] = [];
  for await (const keys of redis.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) {
    for (const key of keys) texts.push(key, (await redis.dumpBuffer(key))?.toString('latin1') ?? '');
  }
  for (const name of readdirSync(dir, { recursive: true })) {
    const path = join(dir, String(name));
    // The configuration of a test's Redis names its password; that file is not what is looked at.
    if (statSync(path).isFile() && !path.endsWith('.conf')) texts.push(readFileSync(path, 'latin1'));
  }
  return texts.join('\n');
}

/** The names of the secrets that can be read in a text, as they are or as programs like to write them. */
export function leaksIn(text: string, secrets: Record<string, string>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const bytes = Buffer.from(secret);
    const forms = [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url')];
    // The base64 of a longer text holds that of a part only in one of three phases; the middle of it is looked for.
    const within = [0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift, 'x'), bytes])
        .toString('base64')
        .slice(4, -4),
    );
    const found = [...forms, ...within, bytes.toString('hex')].filter((form) => text.includes(form));
    return found.length === 0 ? [] : [`${name} as ${found[0]}`];
  });
}
