import { type ConnectionOptions, DelayedError, type Job, Worker } from 'bullmq';
import type { DeliverNotification } from '../actors/deliver-notification.ts';
import type { Failures } from '../actors/ports/failures.ts';
import type { Log } from '../actors/ports/observability.ts';
import type { Delivery, WakeUps } from '../actors/ports/wake-ups.ts';
import { withTimeout } from '../with-timeout.ts';
import { channelTag, deliveryJobId, deliveryQueueName } from './delivery-queue.ts';
import type { FairTurns } from './fair-turns.ts';
import { closeWorker, workerOptions } from './worker-options.ts';

/** How many messages one worker sends to one channel at the same time. */
const perChannel = 10;

/**
 * How long a stopping node waits for deliveries in progress. Together with the checks this must end before the node is
 * killed. An interrupted message is sent again when its claim expires, with the same id.
 */
const timeoutMs = 5_000;

/** The minimum delay of a delivery that must wait: BullMQ's clock is not the one that counts. */
const shortestWaitMs = 20;

/** A channel that was taken out finishes what it sends: one attempt takes at most 15 s. */
const retiresWithinMs = 20_000;

export interface DeliveryWorkers {
  /** Starts workers for the channels that are new among these, and ends those of channels that are not among them. */
  keepTo(channelIds: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Runs `deliver-notification` jobs, with one worker for each channel, so that a slow receiver delays no other channel. A
 * job that must wait moves itself to its time. After an attempt, the job adds the one for the next attempt and ends. So
 * each message has one job.
 */
export function startDeliveryWorkers(parts: {
  connection: ConnectionOptions;
  channelIds: readonly string[];
  deliverNotification: DeliverNotification;
  deliveryQueue: WakeUps<Delivery>;
  /** The turns that the queue gives. */
  turns?: FairTurns;
  failures: Failures;
  log: Log;
}): DeliveryWorkers {
  async function run(job: Job<string>, channelId: string, token?: string): Promise<void> {
    const notificationId = job.data;
    parts.turns?.begun(channelId, job.priority);
    const outcome = await parts.deliverNotification(notificationId).catch(async (error: unknown) => {
      await parts.failures.failed({ what: 'delivery', channelId, notificationId }, error);
      throw error;
    });
    if (outcome.kind === 'done') return;
    const delayMs = Math.max(shortestWaitMs, Math.ceil(outcome.delayMs));
    const { attempts, source = null } = outcome;
    if (deliveryJobId.attemptsOf(job.id) !== attempts)
      return parts.deliveryQueue.arm([{ notificationId, channelId, attempts, source, delayMs }]);
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new DelayedError();
  }

  function start(channelId: string): Worker<string> {
    const options = workerOptions(parts.connection, channelTag(channelId), perChannel);
    const worker = new Worker<string>(deliveryQueueName, (job, token) => run(job, channelId, token), options);
    worker.on('error', (error) => parts.log.warn({ error, channelId }, 'delivery queue error'));
    worker.on('failed', (job, error) =>
      parts.log.error({ error, job: job?.id, channelId }, 'delivery failed; the sweep will retry it'),
    );
    return worker;
  }

  function retire(channelId: string, worker: Worker): void {
    const ended = closeWorker(worker, retiresWithinMs)
      .catch((error: unknown) =>
        parts.log.warn(
          { error, channelId },
          'could not end the delivery worker of a removed channel cleanly',
        ),
      )
      .finally(() => retiring.delete(worker));
    retiring.set(worker, ended);
  }

  const retiring = new Map<Worker, Promise<void>>();
  const workers = new Map(parts.channelIds.map((channelId) => [channelId, start(channelId)]));
  return {
    keepTo(channelIds) {
      for (const channelId of channelIds)
        if (!workers.has(channelId)) workers.set(channelId, start(channelId));
      for (const [channelId, worker] of workers) {
        if (channelIds.includes(channelId)) continue;
        workers.delete(channelId);
        retire(channelId, worker);
      }
    },
    async close() {
      const retired = [...retiring].map(async ([worker, ended]) => {
        const isLate = await withTimeout(
          ended.then(() => false),
          timeoutMs,
          () => true,
        );
        if (isLate) await worker.close(true);
      });
      await Promise.all([
        ...[...workers.values()].map((worker) => closeWorker(worker, timeoutMs)),
        ...retired,
      ]);
    },
  };
}
