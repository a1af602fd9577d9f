import type { ConfiguredChannel } from '../../actors/ports/circuits.ts';

/** The field of a channel, as it is configured, in the hash of circuits. */
export function circuitField({ channelId, configuration }: ConfiguredChannel): string {
  return `${channelId}/${configuration}`;
}
