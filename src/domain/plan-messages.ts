import type { ChannelEvent } from './channel-events.ts';
import { formatDuration } from './duration.ts';
import type { IncidentChanged } from './events.ts';
import { newsOf } from './incident-news.ts';
import type { ServiceMatch } from './matches-service.ts';
import type { IncidentMessageKind } from './message-kinds.ts';
import { type ChannelRouting, type RoutedMessage, routeMessage } from './route-message.ts';
import type { RoutedService, Routing } from './routing.ts';

/** One message that is due, or one that is not and why. */
export interface PlannedMessage {
  channelId: string;
  kind: IncidentMessageKind;
  /** Null: it is sent. Otherwise the reason why it is not. */
  suppressedBecause: string | null;
  /** Which route leads there; null: none does. */
  routedBy: string | null;
}

/** The part of a channel that decides which messages it gets. */
export interface ToldChannel {
  channelId: string;
  /** Whether it gets the message about a recovery before the end of the incident. */
  followsUp: boolean;
  /** Whether it reminds by itself, and is told of acknowledgements; absent: neither. */
  isPager?: boolean;
  /** Whether it changes what it sent: then it shows who acknowledged. Absent: it does not. */
  changes?: boolean;
  /** The events that it asks for; absent: incidents. */
  events?: readonly ChannelEvent[] | undefined;
  /** The services that it is told of, whatever the routes say; absent: what the routes say. */
  match?: ServiceMatch | undefined;
}

/**
 * Which channel gets which message for an event of an incident. A message that is not sent is planned as suppressed,
 * so that its row shows the reason.
 */
export function planMessages(
  event: IncidentChanged,
  service: RoutedService,
  routing: Routing | null,
  channels: readonly ToldChannel[],
  atMs: number = event.atMs,
  /** The channels that an escalation of the incident has reached: they are told what follows. */
  escalatedTo: readonly string[] = [],
): PlannedMessage[] {
  const kind = messageKind(event);
  if (kind === null) return [];
  if (kind === 'acknowledged') return planAcknowledged(channels);
  // An end goes wherever its beginning may have gone: who was told of none is told of no end at delivery.
  const isEnd = kind === 'recovering' || kind === 'resolved';
  const message = { service, events: routeEventsOf(event), atMs: isEnd ? null : atMs };
  const routed =
    kind === 'escalation'
      ? escalate(event, channels)
      : withEscalated(routeMessage(message, routing, channels), escalatedTo);
  return channels.map((channel) => {
    const found = routed.get(channel.channelId);
    return {
      channelId: channel.channelId,
      kind,
      suppressedBecause: found?.kind === 'not-led' ? found.because : suppression(event, channel),
      routedBy: found?.kind === 'led' ? found.by : null,
    };
  });
}

/** Pagers stop calling people, and others show it; whether they were told of the outage is found out when it is sent. */
function planAcknowledged(channels: readonly ToldChannel[]): PlannedMessage[] {
  return channels
    .filter(({ isPager, changes }) => isPager || changes)
    .map(({ channelId }) => ({
      ...{ channelId, kind: 'acknowledged', suppressedBecause: null, routedBy: null },
    }));
}

/** An escalation goes to the channels that it names, and to no others. */
function escalate(event: IncidentChanged, channels: readonly ToldChannel[]): Map<string, ChannelRouting> {
  const { afterMs, channels: named } = newsOf(event).escalation ?? { afterMs: 0, channels: [] };
  const by = `escalation after ${formatDuration(afterMs)}`;
  const because = `this ${by} is for ${named.join(', ')}`;
  return new Map(
    channels.map(({ channelId }): [string, ChannelRouting] => [
      channelId,
      named.includes(channelId) ? { kind: 'led', by } : { kind: 'not-led', because },
    ]),
  );
}

function withEscalated(
  routed: Map<string, ChannelRouting>,
  escalatedTo: readonly string[],
): Map<string, ChannelRouting> {
  for (const channelId of escalatedTo)
    if (routed.get(channelId)?.kind === 'not-led')
      routed.set(channelId, { kind: 'led', by: 'told by the escalation before' });
  return routed;
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
    case 'reminded':
      return 'reminder';
    case 'escalated':
      return 'escalation';
    case 'resolved':
      return 'resolved';
    case 'acknowledged':
      return 'acknowledged';
    case 'noted':
      return null;
    default:
      event.kind satisfies never;
      // A node of a newer version may write more kinds; it plans those itself.
      return null;
  }
}

/** As routes name what an event of an incident is about. */
function routeEventsOf(event: IncidentChanged): RoutedMessage['events'] {
  switch (messageKind(event)) {
    case 'recovering':
    case 'resolved':
      return ['resolved'];
    case 'flapping':
      // The outage with which flapping begins is told by no other message.
      return event.kind === 'summed-up' ? ['flapping'] : ['down', 'flapping'];
    case 'reminder':
    case 'escalation':
      return ['reminder'];
    case 'down':
    case 'acknowledged':
    case null:
      return ['down'];
  }
}

function suppression(event: IncidentChanged, channel: ToldChannel): string | null {
  const { isTold } = newsOf(event);
  if (event.kind === 'relapsed' && !isTold)
    return `outage ${event.relapses + 1} of a flapping service: it is part of the hourly summary`;
  if (channel.isPager && event.kind === 'reminded')
    return 'this channel calls people by itself until somebody acknowledges';
  if (channel.isPager && event.kind === 'summed-up') return 'this channel takes no summaries';
  if (event.kind !== 'recovering') return null;
  if (!isTold) return 'its outage is part of the hourly summary, and so is its recovery';
  return channel.followsUp ? null : 'this channel cannot update a sent message: only the end is sent';
}
