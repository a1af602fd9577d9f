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
  const take = async (overdueMs: number, timer: string, ...ledger: string[]) =>
    (await takeOverdue.run(client, [timer, keys.clock, ...ledger], [overdueMs, atMost])) as string[];
  return {
    instances: (overdueMs) => take(overdueMs, keys.timer, keys.repairs),
    services: (overdueMs) => take(overdueMs, keys.serviceTimer),
    async deliveries(overdueMs) {
      const members = await take(overdueMs, keys.deliveries, keys.repairs);
      return members.map(toDelivery);
    },
  };
}
