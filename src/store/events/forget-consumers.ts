import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';

const forgetScript = loadScript('forget-consumers');

/** A running consumer that had nothing to do for so long is removed too: its next read adds it again. */
const goneAfterMs = 60 * 60 * 1000;

/** Forgets the consumers of workers that died; without this each killed worker would be listed for ever. */
export async function forgetConsumers(
  client: RedisClient,
  keys: PartitionKeys,
  afterMs = goneAfterMs,
): Promise<number> {
  return (await forgetScript.run(client, [keys.events], [afterMs])) as number;
}
