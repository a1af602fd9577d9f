import type { Channel } from '../../actors/ports/ports.ts';
import { rehearsal } from '../../domain/rehearsal.ts';

/** The channel of the monitor's own rehearsals: it takes every message, and nobody reads it. That it came is what counts. */
export function openRehearsalChannel(): Channel {
  return {
    channelId: rehearsal.channelId,
    type: 'rehearsal',
    followsUp: false,
    send: async () => ({ kind: 'sent' }),
    close: async () => undefined,
  };
}
