import type { RedisClient } from '../client/connect.ts';
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
  let cursor = '0';
  do {
    const [next, found] = await client.zscan(keys.timer, cursor, 'COUNT', 500);
    cursor = next;
    const due: DueCheck[] = [];
    for (let i = 0; i < found.length; i += 2) {
      due.push({ instanceId: found[i] ?? '', dueInMs: Math.max(0, Number(found[i + 1]) - nowMs) });
    }
    yield due;
  } while (cursor !== '0');
}
