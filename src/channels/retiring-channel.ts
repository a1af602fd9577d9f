import type { Channel } from '../actors/ports/notifications.ts';

/** A channel that may be taken out while it sends. */
export interface RetiringChannel {
  channel: Channel;
  /** Closes it when its last message is done; nobody begins another. */
  retire(): Promise<void>;
}

/** Counts what a channel sends, so that its connections end when the last message is done and no sooner. */
export function retiringChannel(channel: Channel): RetiringChannel {
  let sending = 0;
  let onIdle = (): void => undefined;
  return {
    channel: {
      ...channel,
      async send(message, signal, before, inThread) {
        sending++;
        try {
          return await channel.send(message, signal, before, inThread);
        } finally {
          sending--;
          if (sending === 0) onIdle();
        }
      },
    },
    async retire() {
      if (sending > 0) await new Promise<void>((idle) => (onIdle = idle));
      await channel.close();
    },
  };
}
