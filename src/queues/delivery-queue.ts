import type { ConnectionOptions } from 'bullmq';
import type { Delivery } from '../actors/ports/wake-ups.ts';
import { FairTurns } from './fair-turns.ts';
import { openWakeUps, type QueueTags, type WakeUpFaults, type WakeUpJobs } from './open-wake-ups.ts';

export const deliveryQueueName = 'deliver';

/** Each channel has a queue of its own, with a hash tag of its own, so a slow one delays no other. */
export function channelTag(channelId: string): string {
  return `{channel-${channelId}}`;
}

/** The queues of these channels, as `keepTo` takes them. */
export function channelTags(channelIds: readonly string[]): QueueTags {
  return new Map(channelIds.map((channelId) => [channelId, channelTag(channelId)]));
}

/**
 * Wakes deliveries. A job is only a wake-up: the notification's own row decides who sends. Deliveries to channels that
 * are not configured here are left to the workers that have them.
 */
export function openDeliveryQueue(
  connection: ConnectionOptions,
  channelIds: readonly string[],
  faults: WakeUpFaults,
  turns = new FairTurns(),
): WakeUpJobs<Delivery> {
  return openWakeUps<Delivery>(
    connection,
    {
      queueName: deliveryQueueName,
      jobName: 'deliver-notification',
      eventsKept: 100,
      tags: channelTags(channelIds),
      queueOf: ({ channelId }) => channelId,
      jobIdOf: deliveryJobId.write,
      dataOf: ({ notificationId }) => notificationId,
      turnOf: ({ channelId, source = null }) => turns.next(channelId, source),
    },
    faults,
  );
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
