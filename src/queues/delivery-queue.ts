import { type ConnectionOptions, Queue } from 'bullmq';
import type { Delivery, DeliveryQueue } from '../actors/ports/waking.ts';
import { boundedCalls } from './bounded-calls.ts';

export const deliveryQueueName = 'deliver';
export const deliveryJobName = 'deliver-notification';

/** How long a caller waits for a queue: what it asks for costs a second when it is lost, and waiting may not cost more. */
const timeoutMs = 1_000;

/** Each channel has a queue of its own, with a hash tag of its own. */
export function channelTag(channelId: string): string {
  return `{channel-${channelId}}`;
}

export interface DeliveryQueueAndCounts extends DeliveryQueue {
  /** Opens again what a removal that was cut off has left closed. */
  resume(): Promise<void>;
  /** How many jobs are in which state, for all channels. */
  counts(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * Wakes deliveries. A job is only a wake-up: the notification's own row decides who sends. Its id is that of the
 * notification and its next attempt, and BullMQ drops what is added with an id that is still there.
 * Deliveries to channels that are not configured here are left to the workers that have them.
 */
export function openDeliveryQueue(
  connection: ConnectionOptions,
  channelIds: readonly string[],
  onError: (error: Error) => void,
): DeliveryQueueAndCounts {
  const queues = new Map(channelIds.map((channelId) => [channelId, open(channelId)] as const));

  function open(channelId: string) {
    const options = { connection, prefix: channelTag(channelId), streams: { events: { maxLen: 100 } } };
    const queue = new Queue(deliveryQueueName, options);
    queue.on('error', onError);
    return { queue, within: boundedCalls(timeoutMs, onError) };
  }

  const byChannel = (deliveries: readonly Delivery[]) =>
    [...Map.groupBy(deliveries, (delivery) => delivery.channelId)].flatMap(([channelId, group]) => {
      const found = queues.get(channelId);
      return found === undefined ? [] : [{ ...found, group }];
    });

  return {
    async arm(deliveries, delayMs = 0) {
      const adds = byChannel(deliveries).map(({ queue, within, group }) => {
        const jobs = group.map((delivery) => ({
          name: deliveryJobName,
          data: delivery.notificationId,
          opts: { jobId: deliveryJobId.write(delivery), delay: Math.max(0, Math.ceil(delayMs)) },
        }));
        return within(() => queue.addBulk(jobs), []);
      });
      await Promise.all(adds);
    },

    async missing(deliveries) {
      const looks = byChannel(deliveries).map(async ({ queue, within, group }) => {
        const look = () => Promise.all(group.map((delivery) => queue.getJob(deliveryJobId.write(delivery))));
        const jobs = await within(look, null);
        return jobs === null ? [] : group.filter((_, at) => jobs[at] === undefined);
      });
      return (await Promise.all(looks)).flat();
    },

    async resume() {
      const all = [...queues.values()];
      await Promise.all(all.map(async ({ queue }) => (await queue.isPaused()) && queue.resume()));
    },

    async counts() {
      const sums: Record<string, number> = {};
      for (const { queue } of queues.values()) {
        const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'failed');
        for (const [state, count] of Object.entries(counts)) sums[state] = (sums[state] ?? 0) + count;
      }
      return sums;
    },

    async close() {
      await Promise.all([...queues.values()].map(({ queue }) => queue.close()));
    },
  };
}

/** `deliver-<notification>-<attempt>`: what a job wakes stands in its id, so that it is there once. */
export const deliveryJobId = {
  write: ({ notificationId, attempts }: Delivery): string => `deliver-${notificationId}-${attempts + 1}`,

  /** How many attempts went before the one that a job wakes; null: it is of a version that did not say. */
  attemptsOf(jobId: string | undefined): number | null {
    const attempt = /^deliver-.+-(\d+)$/.exec(jobId ?? '')?.[1];
    return attempt === undefined ? null : Number(attempt) - 1;
  },
} as const;
