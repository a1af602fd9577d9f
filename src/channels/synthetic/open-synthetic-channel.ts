import type { Channel } from '../../actors/ports/notifications.ts';
import { synthetic } from '../../domain/synthetic-outage.ts';

/** The channel of the monitor's own synthetic outages: it takes every message, and nobody reads it. That it came is what counts. */
export function openSyntheticChannel(): Channel {
  return {
    channelId: synthetic.channelId,
    type: 'rehearsal',
    followsUp: false,
    send: async () => ({ kind: 'sent' }),
    close: async () => undefined,
  };
}
