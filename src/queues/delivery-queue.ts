import { type ConnectionOptions, Queue } from 'bullmq';
import type { DeliveryQueue } from '../actors/ports.ts';

export const deliveryQueueName = 'deliver';
export const deliveryJobName = 'deliver-notification';

/** Each channel has a queue of its own, with a hash tag of its own. */
export function channelTag(channelId: string): string {
  return `{channel-${channelId}}`;
}

export interface DeliveryQueueAndCounts extends DeliveryQueue {
  /** How many jobs are in which state, for all channels. */
  counts(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * Wakes deliveries. A job is only a wake-up and may be added twice: the notification's own row decides who sends.
 * Deliveries to channels that are not configured here wait in their rows until they are.
 */
export function openDeliveryQueue(
  connection: ConnectionOptions,
  channelIds: readonly string[],
  onError: (error: Error) => void,
): DeliveryQueueAndCounts {
  const queues = new Map(
    channelIds.map((channelId) => {
      const prefix = channelTag(channelId);
      const queue = new Queue(deliveryQueueName, {
        connection,
        prefix,
        streams: { events: { maxLen: 100 } },
      });
      queue.on('error', onError);
      return [channelId, queue] as const;
    }),
  );
  return {
    async arm(deliveries) {
      const byChannel = Map.groupBy(deliveries, (delivery) => delivery.channelId);
      const adds = [...byChannel].map(async ([channelId, group]) =>
        queues
          .get(channelId)
          ?.addBulk(group.map(({ notificationId }) => ({ name: deliveryJobName, data: notificationId }))),
      );
      await Promise.all(adds);
    },

    async counts() {
      const sums: Record<string, number> = {};
      for (const queue of queues.values()) {
        const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'failed');
        for (const [state, count] of Object.entries(counts)) sums[state] = (sums[state] ?? 0) + count;
      }
      return sums;
    },

    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
