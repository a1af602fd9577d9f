import { createRemoveChannelQueues } from '../actors/operating/remove-channel-queues.ts';
import type { KnownChannels } from '../actors/ports/nodes.ts';
import { removeDeliveryQueue } from '../queues/remove-delivery-queue.ts';
import { createUsedChannels } from '../store/notifications/used-channels.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const tendEveryMs = 60_000;

/** How long a new worker waits for the others to show themselves. */
const settleMs = 15_000;

/**
 * Keeps a list of the channels that leave something in Redis, and removes what those left that are gone. Tells which
 * channels are known: when all workers start at once, who has a channel may be the last to say so, so that to a worker
 * that has just started no channel is unknown.
 */
export function tendChannels(
  { redis, partitions, deliveryQueue, knownChannels, log, closers }: Foundation,
  channelIds: () => readonly string[],
  releaseWaiting: (channelId: string) => Promise<void>,
): KnownChannels {
  const settledAtMs = performance.now() + settleMs;
  const settled: KnownChannels = {
    has: async (channelId) => performance.now() < settledAtMs || knownChannels.has(channelId),
  };
  const usedChannels = createUsedChannels(redis, partitions);
  const onError = (error: unknown) =>
    log.warn({ error }, 'could not remove the queues of old channels; retrying');
  const removeQueue = (channelId: string) => removeDeliveryQueue(redis, channelId, onError);
  const removeChannelQueues = createRemoveChannelQueues({
    usedChannels,
    knownChannels: settled,
    ...{ releaseWaiting, removeQueue },
    log,
  });
  const tending = every(
    tendEveryMs,
    async () => {
      await usedChannels.note(channelIds());
      await deliveryQueue.resume();
      await removeChannelQueues();
    },
    onError,
  );
  closers.add('tending of channels', () => tending.stop());
  return settled;
}
