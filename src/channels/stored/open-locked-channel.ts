import type { Channel } from '../../actors/ports/notifications.ts';

/**
 * Stands for a channel whose secrets cannot be read here. Its messages are tried and wait as those of any channel that
 * does not work, so that they are sent once the key is back.
 */
export function openLockedChannel(
  { id, type, events }: { id: string; type: string; events: Channel['events'] },
  because: string,
): Channel {
  return {
    ...{ channelId: id, type, followsUp: false, events, limit: null },
    send: async () => ({ kind: 'failed', permanent: false, reason: because }),
    close: async () => undefined,
  };
}
