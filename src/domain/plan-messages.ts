import { asksFor, type ChannelEvent } from './channel-events.ts';
import type { IncidentChanged } from './events.ts';
import { newsOf } from './incident-news.ts';
import type { IncidentMessageKind } from './notification.ts';
import type { ServiceName } from './policy.ts';
import { type Route, routedChannels } from './routed-channels.ts';

/** One message that is due, or one that is not and why. */
export interface PlannedMessage {
  channelId: string;
  kind: IncidentMessageKind;
  /** Null: it is sent. Otherwise the reason why it is not. */
  suppressedBecause: string | null;
}

/** The part of a channel that decides which messages it gets. */
export interface ToldChannel {
  channelId: string;
  /** Whether it gets the message about a recovery before the end of the incident. */
  followsUp: boolean;
  /** The events that it asks for; absent: incidents. */
  events?: readonly ChannelEvent[] | undefined;
}

/**
 * Which channel gets which message for an event of an incident. A message that is not sent is planned as suppressed,
 * so that its row shows the reason.
 */
export function planMessages(
  event: IncidentChanged,
  service: ServiceName,
  routes: readonly Route[] | null,
  channels: readonly ToldChannel[],
): PlannedMessage[] {
  const kind = messageKind(event);
  if (kind === null) return [];
  const channelIds = channels.map((channel) => channel.channelId);
  const routed = routedChannels(service, routes, channelIds);
  return channels.map((channel) => {
    const unrouted = routed.has(channel.channelId) ? null : 'no route leads to this channel';
    return {
      channelId: channel.channelId,
      kind,
      suppressedBecause: suppression(event, channel) ?? unrouted,
    };
  });
}

/** Null: no message is sent for it. */
export function messageKind(event: IncidentChanged): IncidentMessageKind | null {
  switch (event.kind) {
    case 'opened':
    case 'relapsed':
      return newsOf(event).flappingBegins ? 'flapping' : 'down';
    case 'silent':
      return 'down';
    case 'summed-up':
      return 'flapping';
    case 'recovering':
      return 'recovering';
    case 'resolved':
      return 'resolved';
    case 'acknowledged':
    case 'noted':
      return null;
    default:
      event.kind satisfies never;
      // A node of a newer version may write more kinds; it plans those itself.
      return null;
  }
}

function suppression(event: IncidentChanged, channel: ToldChannel): string | null {
  const { isTold } = newsOf(event);
  if (!asksFor(channel, 'incidents')) return 'this channel does not ask for incidents';
  if (event.kind === 'relapsed' && !isTold)
    return `outage ${event.relapses + 1} of a flapping service: it is part of the hourly summary`;
  if (event.kind !== 'recovering') return null;
  if (!isTold) return 'its outage is part of the hourly summary, and so is its recovery';
  return channel.followsUp ? null : 'this channel cannot update a sent message: only the end is sent';
}
