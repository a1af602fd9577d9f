import type { Impairment, ImpairmentCause } from '../../domain/impairment.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** What impairs the monitor now. It does not ask for the time, so a Redis that takes no writes answers it too. */
export async function readActiveCauses(
  client: RedisClient,
  partitions: Partitions,
): Promise<readonly ImpairmentCause[]> {
  const impairment = await client.hget(partitions.at(0).watch, 'impairment');
  return impairment ? (JSON.parse(impairment) as Impairment).active : [];
}
