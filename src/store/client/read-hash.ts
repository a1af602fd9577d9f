import type { RedisClient } from './connect.ts';
import { pairsOf } from './pairs-of.ts';
import { loadScript } from './script.ts';

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

/** A hash from a script's reply, field and value in turn. */
export function toFields(flat: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairsOf(flat));
}
