import type { GroupDue, KeptGroup, ToldToChannel } from '../../domain/failure-domains/kept-group.ts';
import {
  type PlannedGroupMessage,
  planGroupMessages,
} from '../../domain/failure-domains/plan-group-messages.ts';
import type { Ids } from '../../domain/ids.ts';
import type { Notification } from '../../domain/notification.ts';
import { planRows } from '../plan-rows.ts';
import type { Channel, Notifications } from '../ports/notifications.ts';
import type { Meter } from '../ports/observability.ts';
import type { Delivery, WakeUps } from '../ports/wake-ups.ts';

/** Plans one message of a group for all its channels; done twice, it plans the same rows. */
export type TellGroup = (
  kept: KeptGroup,
  due: Extract<GroupDue, { kind: 'message' }>,
) => Promise<Record<string, ToldToChannel>>;

export function createTellGroup(parts: {
  notifications: Pick<Notifications, 'plan'>;
  deliveryQueue: WakeUps<Delivery>;
  channels: ReadonlyMap<string, Channel>;
  ids: Ids;
  publicUrl: string;
  meter: Meter;
}): TellGroup {
  const { channels, ids } = parts;

  return async function tellGroup(kept, due) {
    const followsUp = (channelId: string) => channels.get(channelId)?.followsUp ?? false;
    const isToldWhoActs = (channelId: string) => {
      const channel = channels.get(channelId);
      return channel?.isPager === true || channel?.changes === true;
    };
    const planned = planGroupMessages(kept, due, followsUp, isToldWhoActs);
    const rows = planned.map((message) => rowOf(message, due.atMs));
    await planRows(parts, rows);
    return Object.fromEntries(planned.map(({ channelId, told }) => [channelId, told]));
  };

  function rowOf({ channelId, after, message, told }: PlannedGroupMessage, atMs: number): Notification {
    const { groupId, kind } = message;
    const notificationId = ids.notificationId(groupId, told.last, channelId);
    return {
      notificationId,
      incidentId: groupId,
      serviceId: null,
      channelId,
      channelType: channels.get(channelId)?.type ?? 'unknown',
      ...(channels.get(channelId)?.changes === true ? { changes: true } : {}),
      kind,
      state: 'pending',
      reason: null,
      attempts: 0,
      createdAtMs: atMs,
      afterId: after === null ? null : ids.notificationId(groupId, after, channelId),
      ...(after === null ? {} : { afterName: after }),
      nextAttemptAtMs: atMs,
      sentAtMs: null,
      message: { ...message, notificationId, url: `${parts.publicUrl}/#/groups/${groupId}` },
    };
  }
}
