import type { Impairment } from '../../domain/impairment.ts';
import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';

/**
 * What the self-check found wrong with the monitor, by the keys of the first partition; null: nothing. It does not ask
 * for the time, so a Redis that takes no writes answers it too.
 */
export async function readImpairment(
  client: RedisClient,
  { watch }: Pick<PartitionKeys, 'watch'>,
): Promise<Impairment | null> {
  const text = await client.hget(watch, 'impairment');
  return text ? (JSON.parse(text) as Impairment) : null;
}
