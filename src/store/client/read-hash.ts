import type { RedisClient } from './connect.ts';
import { loadScript } from './script.ts';
import { toFields } from './to-fields.ts';

const script = loadScript('read-hash');

/** A whole hash, empty when there is none, and the time at which it was so. */
export async function readHash(
  client: RedisClient,
  key: string,
  clockKey: string,
): Promise<{ nowMs: number; fields: Record<string, string> }> {
  const [now, flat] = (await script.run(client, [key, clockKey], [])) as [string, string[]];
  return { nowMs: Number(now), fields: toFields(flat) };
}
