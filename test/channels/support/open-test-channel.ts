import { onTestFinished } from 'vitest';
import { channelConfigSchema, openChannel } from '../../../src/channels/registry.ts';

/** The node's clock in these tests. */
export const nowMs = Date.UTC(2026, 10, 21, 3, 14, 7);

/** Opens a channel as the program does, from its configuration; it is closed when the test ends. */
export function openTestChannel(
  config: unknown,
  options: { allowPrivateNetworks?: boolean; now?: () => number } = {},
) {
  const channel = openChannel(channelConfigSchema.parse(config), {
    publicUrl: 'https://monitor.example.com',
    allowPrivateNetworks: true,
    now: () => nowMs,
    ...options,
  });
  onTestFinished(() => channel.close());
  return channel;
}
