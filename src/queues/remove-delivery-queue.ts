import { type ConnectionOptions, Queue } from 'bullmq';
import { channelTag, deliveryQueueName } from './delivery-queue.ts';

/** Removes the queue of a channel with all its jobs. If this is interrupted, the queue stays paused until it is opened again. */
export async function removeDeliveryQueue(
  connection: ConnectionOptions,
  channelId: string,
  onError: (error: Error) => void,
): Promise<void> {
  const queue = new Queue(deliveryQueueName, { connection, prefix: channelTag(channelId) });
  queue.on('error', onError);
  try {
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}
