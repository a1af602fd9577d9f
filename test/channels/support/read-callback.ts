import type { CallbackReading } from '../../../src/actors/ports/callbacks.ts';
import { channelConfigSchema, openCallbacks } from '../../../src/channels/registry.ts';
import { nowMs } from './open-test-channel.ts';

/** Reads a request as the program does; `none`: the channel, as it is configured, reads none. */
export function readCallback(
  config: unknown,
  headers: Record<string, string>,
  sent: unknown,
): CallbackReading | { kind: 'none' } {
  const reader = openCallbacks(channelConfigSchema.parse(config), {
    publicUrl: 'https://monitor.example.com',
    allowPrivateNetworks: true,
    now: () => nowMs,
  });
  const body = Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent));
  return reader?.read({ headers, body, nowMs }) ?? { kind: 'none' };
}
