import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';

const script = loadScript('last-beat');

/** So many instances are asked when they beat last, the latest newcomers first: of one service, of a page. */
export const mostAsked = 400;

/** When the instances of a service beat last. */
export interface LastBeat {
  asked: number;
  /** Null: never, as far as is known of those that were asked. */
  atMs: number | null;
  /** Whether the moment from which one looked back is that of a registration, and not of a heartbeat. */
  isRegistration: boolean;
}

/** Looks back from `upToMs` (null: now). A registration starts a silence, but it is no heartbeat. */
export async function lastBeat(
  client: RedisClient,
  keys: PartitionKeys,
  serviceId: string,
  { asked = mostAsked, upToMs = null }: { asked?: number; upToMs?: number | null } = {},
): Promise<LastBeat> {
  const names = [keys.serviceInstances(serviceId), keys.seen];
  const reply = await script.run(client, names, [asked, keys.instance(''), upToMs ?? '']);
  const [count, latest, registered] = reply as [number, string | null, number];
  const atMs = latest === null ? null : Number(latest);
  return { asked: count, atMs, isRegistration: registered === 1 && atMs !== upToMs };
}
