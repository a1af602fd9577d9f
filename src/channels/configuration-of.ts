import { createHash } from 'node:crypto';
import type { ChannelConfig } from './registry.ts';

/** A fingerprint of how a channel is configured; too short to find a secret with. */
export function configurationOf(config: ChannelConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 8);
}
