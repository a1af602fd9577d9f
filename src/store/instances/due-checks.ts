import type { RedisClient } from '../client/connect.ts';
import { scanMembers } from '../client/scan-members.ts';
import type { PartitionKeys } from '../keys.ts';

/** A check that is due. */
export interface DueCheck {
  instanceId: string;
  dueInMs: number;
}

/** All checks of a partition with when they are due, some at a time. */
export async function* dueChecks(client: RedisClient, keys: PartitionKeys): AsyncGenerator<DueCheck[]> {
  const [seconds, micros] = await client.time();
  const nowMs = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
  for await (const found of scanMembers(client, keys.timer, 500))
    yield found.map(([instanceId, dueAtMs]) => ({
      instanceId,
      dueInMs: Math.max(0, Number(dueAtMs) - nowMs),
    }));
}
