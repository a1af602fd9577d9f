import type { KnownChannels, UsedChannels } from '../ports/nodes.ts';
import type { Log } from '../ports/observability.ts';

/**
 * Removes the queues of channels that no worker has any more. The messages stand in their rows; what becomes of those is
 * decided in `abandon-removed-channel.ts`.
 */
export function createRemoveChannelQueues(parts: {
  usedChannels: UsedChannels;
  knownChannels: KnownChannels;
  /** What waited until the channel works is due: nobody else would find it any more. */
  releaseWaiting: (channelId: string) => Promise<void>;
  removeQueue: (channelId: string) => Promise<void>;
  log: Log;
}): () => Promise<void> {
  return async function removeChannelQueues() {
    for (const channelId of await parts.usedChannels.all()) {
      if (await parts.knownChannels.has(channelId)) continue;
      await parts.releaseWaiting(channelId);
      await parts.removeQueue(channelId);
      await parts.usedChannels.forget(channelId);
      parts.log.info({ channelId }, 'channel is no longer configured; its queue was removed');
    }
  };
}
