import { type ConnectionOptions, DelayedError, type Job, Worker } from 'bullmq';
import type { DeliverNotification } from '../actors/deliver-notification.ts';
import type { Log } from '../actors/ports.ts';
import { closeWorker } from './close-worker.ts';
import { channelTag, deliveryQueueName } from './delivery-queue.ts';
import { workerOptions } from './worker-options.ts';

/** How many messages one worker sends to one channel side by side. */
const perChannel = 10;

/**
 * How long a stopping node waits for messages that are under way; with the checks it must be done before the node is
 * ended by force. One that is cut off is sent again when its lease ends, with the same id.
 */
const patienceMs = 5_000;

/** Runs `deliver-notification` jobs: one worker a channel, so a receiver that hangs holds up nobody else's messages. */
export function startDeliveryWorkers(parts: {
  connection: ConnectionOptions;
  channelIds: readonly string[];
  deliverNotification: DeliverNotification;
  log: Log;
}): { close(): Promise<void> } {
  const process = async (job: Job<string>, token?: string): Promise<void> => {
    const outcome = await parts.deliverNotification(job.data);
    if (outcome.kind === 'done') return;
    await job.moveToDelayed(Date.now() + Math.ceil(outcome.delayMs), token);
    throw new DelayedError();
  };
  const workers = parts.channelIds.map((channelId) => {
    const options = workerOptions(parts.connection, channelTag(channelId), perChannel);
    const worker = new Worker(deliveryQueueName, process, options);
    worker.on('error', (error) => parts.log.warn({ error, channelId }, 'a delivery queue had an error'));
    worker.on('failed', (job, error) =>
      parts.log.error(
        { error, notificationId: job?.data, channelId },
        'a delivery failed; the sweep will repeat it',
      ),
    );
    return worker;
  });
  return {
    async close() {
      await Promise.all(workers.map((worker) => closeWorker(worker, patienceMs)));
    },
  };
}
