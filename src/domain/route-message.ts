import { asksFor, type ChannelEvent } from './channel-events.ts';
import { matchesService, type ServiceMatch } from './matches-service.ts';
import { formatTimes, isWithin } from './route-times.ts';
import { type Route, type RoutedService, type RouteEvent, type Routing, subjectOf } from './routing.ts';

/** A message for which channels are looked for. */
export interface RoutedMessage {
  service: RoutedService;
  /** What it is about; a route for one of them is a route for the message. */
  events: readonly [RouteEvent, ...RouteEvent[]];
  /**
   * When it is sent. Null: at whatever time. The end of an outage follows its beginning, which another time may have
   * led to another channel.
   */
  atMs: number | null;
}

/** The part of a channel that routes look at. */
export interface RoutedChannel {
  channelId: string;
  /** What it asks for; absent: incidents. */
  events?: readonly ChannelEvent[] | undefined;
  /** The services that it is told of, whatever the routes say; absent: what the routes say. */
  match?: ServiceMatch | undefined;
}

/** Whether a message goes to a channel, by which route, or why not. */
export type ChannelRouting = { kind: 'led'; by: string } | { kind: 'not-led'; because: string };

interface Walk {
  /** Which route leads to which channel. */
  led: Map<string, string>;
  /** Why routes that name a channel do not lead there. */
  passedOver: Map<string, string[]>;
}

/**
 * Where routes lead a message. Without routing it goes to every channel that asks for it. A route applies if it is for
 * the message and one of its channels asks for it. If all matches count, every route that applies leads to its channels;
 * else the first one, and those after it while each says `continue`. The default is for messages to which none applies.
 * A channel with a match of its own is led to by that, also where no route leads there.
 */
export function routeMessage(
  message: RoutedMessage,
  routing: Routing | null,
  channels: readonly RoutedChannel[],
): Map<string, ChannelRouting> {
  const asked = subjectOf(message.events[0]);
  const { led, passedOver } =
    routing === null ? everywhere(message, channels) : walk(message, routing, channels);
  return new Map(
    channels.map((channel): [string, ChannelRouting] => {
      const by = led.get(channel.channelId) ?? ledByItself(channel, message, asked);
      if (by !== undefined) return [channel.channelId, { kind: 'led', by }];
      const unrouted = passedOver.get(channel.channelId)?.join('; ') ?? describeUnrouted(channel);
      const because = asksFor(channel, asked) ? unrouted : `this channel does not ask for ${asked}`;
      return [channel.channelId, { kind: 'not-led', because }];
    }),
  );
}

function ledByItself(
  channel: RoutedChannel,
  { service }: RoutedMessage,
  asked: ChannelEvent,
): string | undefined {
  if (channel.match === undefined || !asksFor(channel, asked)) return undefined;
  return matchesService(channel.match, service) ? 'the match of this channel' : undefined;
}

function describeUnrouted({ match }: RoutedChannel): string {
  return match === undefined
    ? 'no route leads to this channel'
    : 'the match of this channel is for other services, and no route leads to it';
}

/** Without routes: every channel that asks for it and has no match of its own. */
function everywhere(message: RoutedMessage, channels: readonly RoutedChannel[]): Walk {
  const ids = channels.filter(({ match }) => match === undefined).map(({ channelId }) => channelId);
  const asking = askingFor(message, {}, ids, channels);
  return { led: new Map(asking.map((id) => [id, 'no routes: all channels'])), passedOver: new Map() };
}

function walk(
  message: RoutedMessage,
  { mode, routes, defaultChannels }: Routing,
  channels: readonly RoutedChannel[],
): Walk {
  const walked: Walk = { led: new Map(), passedOver: new Map() };
  let stoppedBy: string | null = null;
  let isTaken = false;
  for (const [i, route] of routes.entries()) {
    if (!matchesService(route.match, message.service)) continue;
    const name = `route ${i + 1}`;
    const asking = askingFor(message, route, route.channels, channels);
    const fault = stoppedBy === null ? faultOf(route, message, name) : `${stoppedBy} matches before ${name}`;
    note(walked, asking, name, fault);
    if (fault !== null || asking.length === 0 || isUnsure(route, message)) continue;
    isTaken = true;
    if (mode === 'first-match' && route.continue !== true) stoppedBy = name;
  }
  const last = askingFor(message, {}, defaultChannels, channels);
  note(walked, last, 'the default', isTaken ? 'the default is for messages to which no route applies' : null);
  return walked;
}

/** What one route, or the default, means for its channels. */
function note({ led, passedOver }: Walk, channelIds: string[], name: string, fault: string | null): void {
  for (const id of channelIds) {
    if (fault === null) led.set(id, led.get(id) ?? name);
    else passedOver.set(id, [...(passedOver.get(id) ?? []), fault]);
  }
}

/** At another time a route with times is passed over, and those after it are reached. */
function isUnsure({ when }: Route, { atMs }: RoutedMessage): boolean {
  return atMs === null && when !== undefined;
}

/** Those of some channels that want the message: by what they ask for, or because the route asks for it itself. */
function askingFor(
  { events: [event] }: RoutedMessage,
  route: Pick<Route, 'events'>,
  channelIds: readonly string[],
  channels: readonly RoutedChannel[],
): string[] {
  const asked = subjectOf(event);
  const isOptional = asked === 'degraded' || asked === 'instance-down';
  const routeAsks = isOptional && route.events?.includes(event) === true;
  return channelIds.filter((id) => {
    const channel = channels.find(({ channelId }) => channelId === id);
    return channel !== undefined && (routeAsks || asksFor(channel, asked));
  });
}

/** Why a route for this service does not lead this message to its channels; null: it does. */
function faultOf(
  { events, severity, when }: Route,
  { service, atMs, events: about }: RoutedMessage,
  name: string,
): string | null {
  const only = `${name} leads here only`;
  if (events !== undefined && !about.some((event) => events.includes(event)))
    return `${only} for ${events.join(', ')}`;
  if (severity !== undefined && !severity.includes(service.severity ?? 'critical'))
    return `${only} for severity ${severity.join(', ')}`;
  if (when !== undefined && atMs !== null && !isWithin(when, atMs)) return `${only} ${formatTimes(when)}`;
  return null;
}
