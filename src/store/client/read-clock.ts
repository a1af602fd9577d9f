import type { RedisClient } from './connect.ts';
import { loadScript } from './script.ts';

const script = loadScript('read-clock');

/** The monitor's clock, in milliseconds. */
export async function readClock(client: RedisClient, { clock }: { clock: string }): Promise<number> {
  return Number(await script.run(client, [clock], []));
}
