import type { DueChecks } from '../../actors/ports/wake-ups.ts';
import type { RedisClient } from '../client/connect.ts';
import { scanMembers } from '../client/scan-members.ts';
import { loadScript } from '../client/script.ts';
import type { Partitions } from '../partition.ts';

const readClock = loadScript('read-clock');

/** All checks with when they are due, some at a time. */
export async function* dueChecks(client: RedisClient, partitions: Partitions): AsyncGenerator<DueChecks> {
  for (const { timer, clock } of partitions.all) {
    for await (const found of scanMembers(client, timer, 500)) {
      const nowMs = Number(await readClock.run(client, [clock], []));
      yield { nowMs, due: found.map(([instanceId, dueAtMs]) => ({ instanceId, dueAtMs: Number(dueAtMs) })) };
    }
  }
}
