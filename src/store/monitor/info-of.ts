import type { Redis } from 'ioredis';
import { StoreUnavailable } from '../../actors/ports/store-errors.ts';

/** The fields of INFO, by name. */
export type Info = Partial<Record<string, string>>;

/** What a server tells of itself; null: this user may not ask. */
export async function infoOf(node: Redis): Promise<Info | null> {
  let text: string;
  try {
    text = await node.info();
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return null;
  }
  const info: Info = {};
  for (const line of text.split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) info[line.slice(0, at)] = line.slice(at + 1);
  }
  return info;
}
