import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RedisClient } from './connect.ts';

/** A Lua script in this room; it reads, or compares and writes, but never decides. */
export interface Script {
  run(client: RedisClient, keys: string[], args: (string | number | Buffer)[]): Promise<unknown>;
}

const clock = readLua('now');

/** The script `lua/<name>.lua`, sent once to each server and then called by its hash. */
export function loadScript(name: string): Script {
  const body = readLua(name);
  const source = body.includes('read_clock') ? `${clock}\n${body}` : body;
  const sha = createHash('sha1').update(source).digest('hex');
  return {
    async run(client, keys, args) {
      try {
        return await client.evalsha(sha, keys.length, ...keys, ...args);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return client.eval(source, keys.length, ...keys, ...args);
      }
    },
  };
}

function readLua(name: string): string {
  return readFileSync(new URL(`../lua/${name}.lua`, import.meta.url), 'utf8');
}
