/** What a channel can ask to be told of: the incidents of services, and what services say of themselves. */
export const channelEvents = ['incidents', 'health'] as const;

export type ChannelEvent = (typeof channelEvents)[number];

/** Whether a channel wants to be told. One that does not say what it wants is told of incidents. */
export function asksFor(
  channel: { events?: readonly ChannelEvent[] | undefined },
  event: ChannelEvent,
): boolean {
  return (channel.events ?? ['incidents']).includes(event);
}
