import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';
import { toDelivery } from '../notifications/delivery-member.ts';

/** The messages of a channel that were tried and failed, and are tried again by their own times. */
export interface RetriedMessages {
  count: number;
  /** When the first of them is tried; null: there is none. */
  nextAtMs: number | null;
}

/** So many of those that are due first are looked at: with more, the circuit of the channel is open and they wait for that. */
const lookedAt = 500;

/** Reads only. What waits for the circuit of the channel is not counted here, nor what is held back. */
export async function readRetried(
  client: RedisClient,
  keys: PartitionKeys,
  channelId: string,
): Promise<RetriedMessages> {
  const first = await client.zrange(keys.deliveries, '0', String(lookedAt - 1));
  const own = first.map(toDelivery).filter((delivery) => delivery.channelId === channelId);
  const rows = await Promise.all(
    own.map(({ notificationId }) =>
      client.hmget(
        keys.notification(notificationId),
        ...['state', 'attempts', 'nextAttemptAtMs', 'waitsSinceMs'],
      ),
    ),
  );
  const retried = rows.flatMap(([state, attempts, nextAtMs, waitsSinceMs]) => {
    if (waitsSinceMs) return [];
    // The attempt that goes on is counted already.
    const failed = Number(attempts) - (state === 'sending' ? 1 : 0);
    return failed > 0 ? [Number(nextAtMs ?? 0)] : [];
  });
  return { count: retried.length, nextAtMs: retried.length === 0 ? null : Math.min(...retried) };
}
