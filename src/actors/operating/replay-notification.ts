import type { Notification } from '../../domain/notification.ts';
import type { KnownChannels } from '../ports/nodes.ts';
import type { Replays } from '../ports/operating.ts';
import type { Delivery, WakeUps } from '../ports/wake-ups.ts';

export type ReplayNotification = (notificationId: string) => Promise<
  | { kind: 'replayed'; notification: Notification }
  | { kind: 'unknown' }
  | { kind: 'not-dead' }
  /** Nobody would send it: it would be dead again. */
  | { kind: 'unknown-channel'; channelId: string }
>;

/** A message that was given up is tried again, with the same id and for another day. */
export function createReplayNotification(parts: {
  replays: Replays;
  deliveryQueue: WakeUps<Delivery>;
  knownChannels: KnownChannels;
}): ReplayNotification {
  const { replays } = parts;

  return async function replayNotification(notificationId) {
    const notification = await replays.read(notificationId);
    if (notification === null) return { kind: 'unknown' };
    if (notification.state !== 'dead') return { kind: 'not-dead' };
    const { channelId } = notification;
    if (!(await parts.knownChannels.has(channelId))) return { kind: 'unknown-channel', channelId };
    const outcome = await replays.commit(notification);
    if (outcome.kind === 'stale') return { kind: 'not-dead' };
    void parts.deliveryQueue.arm([notification]);
    return { kind: 'replayed', notification: (await replays.read(notificationId)) ?? notification };
  };
}
