import type { BlindGap } from '../../domain/clear-time.ts';
import type { Incident } from '../../domain/incident.ts';
import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';
import { toGap } from '../monitor/blind-ledger.ts';

/** What we could not hear of the silence of an incident that goes on; what is over was counted without it. */
export async function gapsOfIncident(
  client: RedisClient,
  keys: PartitionKeys,
  incident: Incident | null,
): Promise<BlindGap[]> {
  if (incident === null || incident.silentSinceMs === null) return [];
  return (await client.zrangebyscore(keys.blind, `(${incident.silentSinceMs}`, '+inf')).map(toGap);
}
