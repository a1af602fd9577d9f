import type { Failures } from '../ports/failures.ts';
import type { Notifications } from '../ports/notifications.ts';
import type { Log } from '../ports/observability.ts';
import type { Delivery } from '../ports/wake-ups.ts';

/** Gives up these messages to a channel that no worker has any more. */
export type AbandonRemovedChannel = (channelId: string, deliveries: readonly Delivery[]) => Promise<void>;

/**
 * What becomes of a message whose channel was removed or switched off: it is dead with that reason, and can be replayed when the channel
 * is back.
 */
export function createAbandonRemovedChannel(parts: {
  notifications: Pick<Notifications, 'abandon'>;
  failures: Failures;
  log: Log;
}): AbandonRemovedChannel {
  return async function abandonRemovedChannel(channelId, deliveries) {
    const reason = `channel "${channelId}" is not configured, or it is switched off`;
    const outcomes = await Promise.all(
      deliveries.map(async (delivery) => {
        try {
          return await parts.notifications.abandon(delivery, reason);
        } catch (error) {
          await parts.failures.failed({ what: 'delivery', ...delivery }, error);
          return null;
        }
      }),
    );
    const messages = outcomes.filter((outcome) => outcome?.kind === 'committed').length;
    if (messages > 0)
      parts.log.warn(
        { channelId, messages },
        'messages given up: no worker has their channel; configure it again or switch it on, then replay them if needed',
      );
  };
}
