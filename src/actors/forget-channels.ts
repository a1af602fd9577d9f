import type { KnownChannels, UsedChannels } from './ports/nodes.ts';
import type { Log } from './ports/observability.ts';

/** Removes what channels left behind that no worker has any more; what waited in their queues stands in its rows. */
export function createForgetChannels(parts: {
  usedChannels: UsedChannels;
  knownChannels: KnownChannels;
  removeQueue: (channelId: string) => Promise<void>;
  log: Log;
}): () => Promise<void> {
  return async function forgetChannels() {
    for (const channelId of await parts.usedChannels.all()) {
      if (await parts.knownChannels.has(channelId)) continue;
      await parts.removeQueue(channelId);
      await parts.usedChannels.forget(channelId);
      parts.log.info({ channelId }, 'channel is no longer configured; its queue was removed');
    }
  };
}
