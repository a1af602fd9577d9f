/** What a channel can ask for: the incidents of services, and their reported health. */
export const channelEvents = ['incidents', 'health'] as const;

export type ChannelEvent = (typeof channelEvents)[number];

/** Whether a channel asks for an event. Without a setting it gets incidents. */
export function asksFor(
  channel: { events?: readonly ChannelEvent[] | undefined },
  event: ChannelEvent,
): boolean {
  return (channel.events ?? ['incidents']).includes(event);
}
