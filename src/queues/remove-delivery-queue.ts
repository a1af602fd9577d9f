import type { ConnectionOptions } from 'bullmq';
import { channelTag, deliveryQueueName } from './delivery-queue.ts';
import { removeQueue } from './remove-queue.ts';

/** Removes the queue of a channel with all its jobs. */
export async function removeDeliveryQueue(
  connection: ConnectionOptions,
  channelId: string,
  onError: (error: Error) => void,
): Promise<void> {
  await removeQueue(connection, { name: deliveryQueueName, tag: channelTag(channelId) }, onError);
}
