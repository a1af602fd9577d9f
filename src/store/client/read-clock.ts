import type { RedisClient } from './connect.ts';
import { loadScript } from './script.ts';

const script = loadScript('read-clock');
const peek = loadScript('peek-clock');

/** The monitor's clock, in milliseconds. */
export async function readClock(client: RedisClient, { clock }: { clock: string }): Promise<number> {
  return Number(await script.run(client, [clock], []));
}

/** The same for what only shows something: it works while Redis takes no writes. */
export async function peekClock(client: RedisClient, { clock }: { clock: string }): Promise<number> {
  return Number(await peek.run(client, [clock], []));
}
