import type { Overdue } from '../actors/ports.ts';
import type { RedisClient } from './connect.ts';
import { toDelivery } from './delivery-member.ts';
import type { PartitionKeys } from './keys.ts';
import { loadScript } from './script.ts';

const takeOverdue = loadScript('take-overdue');

/** How many are taken at a time, so that no single call holds Redis for long. */
const atMost = 500;

/** What is overdue in one partition. */
export function createOverdue(client: RedisClient, keys: PartitionKeys): Overdue {
  const take = async (timer: string, overdueMs: number) =>
    (await takeOverdue.run(client, [timer, keys.clock], [overdueMs, atMost])) as string[];
  return {
    instances: (overdueMs) => take(keys.timer, overdueMs),
    services: (overdueMs) => take(keys.serviceTimer, overdueMs),
    async deliveries(overdueMs) {
      const members = await take(keys.deliveries, overdueMs);
      return members.map(toDelivery);
    },
  };
}
