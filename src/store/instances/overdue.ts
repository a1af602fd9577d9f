import type { Delivery, Overdue } from '../../actors/ports/wake-ups.ts';
import type { NotificationState } from '../../domain/notification.ts';
import { commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';
import { toDelivery } from '../notifications/delivery-member.ts';

const takeOverdue = loadScript('take-overdue');
const noteRepair = loadScript('note-repair');

/** How many are taken at a time, so that no single call holds Redis for long. */
const atMost = 500;

/** Deliveries are fewer: each is looked at twice, its row and its job. */
const deliveriesAtMost = 200;

const openStates: readonly string[] = ['pending', 'sending'] satisfies NotificationState[];

/** The part of a row that says whether somebody sees to it. */
interface RowState {
  state: string | null;
  attempts: number;
  dueAtMs: number;
}

/** What is overdue in one partition. */
export function createOverdue(client: RedisClient, keys: PartitionKeys): Overdue {
  const take = async (timer: string, overdueMs: number, limit: number) => {
    const reply = await takeOverdue.run(client, [timer, keys.clock], [overdueMs, limit]);
    const [now, ids] = reply as [now: string, ids: string[]];
    return { latestMs: Number(now) - overdueMs, ids };
  };

  async function rowOf(notificationId: string): Promise<RowState> {
    const key = keys.notification(notificationId);
    const [state, attempts, dueAtMs] = await client.hmget(key, 'state', 'attempts', 'nextAttemptAtMs');
    return { state: state ?? null, attempts: Number(attempts ?? 0), dueAtMs: Number(dueAtMs ?? 0) };
  }

  /** Nobody waits for what has no row, or is settled. */
  async function forget(member: string, { state }: RowState): Promise<void> {
    const key = keys.notification(toDelivery(member).notificationId);
    const asRead = { command: ['HGET', key, 'state'] as ['HGET', string, string], expected: state ?? '' };
    await commit(client, [asRead], [['ZREM', keys.deliveries, member]]);
  }

  return {
    services: async (overdueMs) => (await take(keys.serviceTimer, overdueMs, atMost)).ids,

    async deliveries(overdueMs) {
      const { latestMs, ids } = await take(keys.deliveries, overdueMs, deliveriesAtMost);
      const found = await Promise.all(
        ids.map(async (member): Promise<Delivery[]> => {
          const name = toDelivery(member);
          const row = await rowOf(name.notificationId);
          if (!openStates.includes(row.state ?? '')) await forget(member, row);
          else if (row.dueAtMs <= latestMs) return [{ ...name, attempts: row.attempts }];
          return [];
        }),
      );
      return found.flat();
    },

    async untouched(deliveries) {
      const rows = await Promise.all(deliveries.map(({ notificationId }) => rowOf(notificationId)));
      const isAsFound = ({ attempts }: Delivery, row: RowState | undefined) =>
        openStates.includes(row?.state ?? '') && row?.attempts === attempts;
      return deliveries.filter((delivery, at) => isAsFound(delivery, rows[at]));
    },

    async repaired(count) {
      await noteRepair.run(client, [keys.repairs, keys.clock], [count]);
    },
  };
}
