import { type Circuit, circuit } from '../../domain/telling/circuit.ts';
import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';

/** When the channel of waiting messages is tried next; null: its circuit is closed. Writes nothing. */
export async function nextProbeAtMs(
  client: RedisClient,
  { circuits }: PartitionKeys,
  channelId: string,
): Promise<number | null> {
  const found = Object.entries(await client.hgetall(circuits))
    .filter(([field]) => field.startsWith(`${channelId}/`))
    .map(([, text]) => JSON.parse(text) as Circuit)
    .filter(circuit.isOpen)
    .map((open) => open.nextProbeAtMs);
  // One of an earlier configuration may be left.
  return found.length === 0 ? null : Math.max(...found);
}
