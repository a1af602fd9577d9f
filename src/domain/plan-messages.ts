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
  /** Null: send it. Otherwise the reason why nobody is told. */
  suppressedBecause: string | null;
}

/** A channel, as far as it matters for what it is told. */
export interface ToldChannel {
  channelId: string;
  /** Whether it can change what it sent, or add to it, so that a recovery is no message more. */
  followsUp: boolean;
  /** What it asks to be told of; absent: incidents. */
  events?: readonly ChannelEvent[] | undefined;
}

/**
 * Who is told what of an incident's event. What is not told is planned as suppressed, so that "why was I not paged"
 * has an answer.
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

function messageKind(event: IncidentChanged): IncidentMessageKind | null {
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
      // A newer node beside this one may know more kinds; they are its to tell.
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
