import { asksFor, type ChannelEvent } from './channel-events.ts';
import type { Routing } from './routing.ts';
import { troubleKinds } from './tell-trouble.ts';

/** Whether a channel or a route asks to be told of less than an outage: else nobody looks for it. */
export function asksForTrouble(
  channels: readonly { events?: readonly ChannelEvent[] | undefined }[],
  routing: Routing | null,
): boolean {
  return troubleKinds.some(
    (kind) =>
      channels.some((channel) => asksFor(channel, kind)) ||
      routing?.routes.some(({ events }) => events?.includes(kind)) === true,
  );
}
