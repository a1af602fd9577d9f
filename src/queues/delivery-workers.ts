import { type ConnectionOptions, DelayedError, type Job, Worker } from 'bullmq';
import type { DeliverNotification } from '../actors/deliver-notification.ts';
import type { Failures } from '../actors/ports/failures.ts';
import type { Log } from '../actors/ports/observability.ts';
import type { Delivery, WakeUps } from '../actors/ports/wake-ups.ts';
import { channelTag, deliveryJobId, deliveryQueueName } from './delivery-queue.ts';
import { closeWorker, workerOptions } from './worker-options.ts';

/** How many messages one worker sends to one channel side by side. */
const perChannel = 10;

/**
 * How long a stopping node waits for messages that are under way; with the checks it must be done before the node is
 * ended by force. One that is cut off is sent again when its lease ends, with the same id.
 */
const timeoutMs = 5_000;

/** A delivery that must wait is never asked back sooner: BullMQ's clock is not the one that counts. */
const shortestWaitMs = 20;

/**
 * Runs `deliver-notification` jobs: one worker a channel, so a receiver that hangs holds up nobody else's messages. A
 * job that must wait for its own attempt moves itself; one whose attempt was made arms the next and ends, so that a
 * message has one job, whoever else armed one.
 */
export function startDeliveryWorkers(parts: {
  connection: ConnectionOptions;
  channelIds: readonly string[];
  deliverNotification: DeliverNotification;
  deliveryQueue: WakeUps<Delivery>;
  failures: Failures;
  log: Log;
}): { close(): Promise<void> } {
  async function run(job: Job<string>, channelId: string, token?: string): Promise<void> {
    const notificationId = job.data;
    const outcome = await parts.deliverNotification(notificationId).catch(async (error: unknown) => {
      await parts.failures.failed({ what: 'delivery', channelId, notificationId }, error);
      throw error;
    });
    if (outcome.kind === 'done') return;
    const delayMs = Math.max(shortestWaitMs, Math.ceil(outcome.delayMs));
    const { attempts } = outcome;
    if (deliveryJobId.attemptsOf(job.id) !== attempts)
      return parts.deliveryQueue.arm([{ notificationId, channelId, attempts, delayMs }]);
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  }

  const workers = parts.channelIds.map((channelId) => {
    const options = workerOptions(parts.connection, channelTag(channelId), perChannel);
    const worker = new Worker<string>(deliveryQueueName, (job, token) => run(job, channelId, token), options);
    worker.on('error', (error) => parts.log.warn({ error, channelId }, 'delivery queue error'));
    worker.on('failed', (job, error) =>
      parts.log.error({ error, job: job?.id, channelId }, 'delivery failed; the sweep will retry it'),
    );
    return worker;
  });
  return {
    async close() {
      await Promise.all(workers.map((worker) => closeWorker(worker, timeoutMs)));
    },
  };
}
