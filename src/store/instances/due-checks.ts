import type { DueCheck } from '../../actors/ports/wake-ups.ts';
import type { RedisClient } from '../client/connect.ts';
import { scanMembers } from '../client/scan-members.ts';
import type { Partitions } from '../partition.ts';

/** All checks with when they are due, some at a time. */
export async function* dueChecks(client: RedisClient, partitions: Partitions): AsyncGenerator<DueCheck[]> {
  for (const { timer } of partitions.all) {
    const [seconds, micros] = await client.time();
    const nowMs = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
    const dueIn = (dueAtMs: string) => Math.max(0, Number(dueAtMs) - nowMs);
    for await (const found of scanMembers(client, timer, 500))
      yield found.map(([instanceId, dueAtMs]) => ({ instanceId, dueInMs: dueIn(dueAtMs) }));
  }
}
