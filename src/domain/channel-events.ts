/**
 * What a channel can ask for: the incidents of services, their reported health, that they are Degraded, and that some of
 * their instances are Down.
 */
export const channelEvents = ['incidents', 'health', 'degraded', 'instance-down'] as const;

export type ChannelEvent = (typeof channelEvents)[number];

/** Whether a channel asks for an event. Without a setting it gets incidents. */
export function asksFor(
  channel: { events?: readonly ChannelEvent[] | undefined },
  event: ChannelEvent,
): boolean {
  return (channel.events ?? ['incidents']).includes(event);
}
