import type { ChannelConfig } from '../channels/registry.ts';
import type { ChannelEvent } from '../domain/channel-events.ts';
import type { ServiceMatch } from '../domain/matches-service.ts';

/** A channel as this node uses it, wherever it comes from. */
export interface UsedChannel {
  id: string;
  type: string;
  events: readonly ChannelEvent[] | undefined;
  origin: 'file' | 'api';
  /** The services that it is told of, whatever the routes say; null: what the routes say. */
  match: ServiceMatch | null;
  /** A fingerprint of how it is configured. */
  configuration: string;
  opened:
    | { kind: 'usable'; config: ChannelConfig }
    /** It cannot be used here, and its messages wait. */
    | { kind: 'locked'; because: string };
}

/** A channel as its health is asked for. */
export function configured({ id, configuration }: UsedChannel): { channelId: string; configuration: string } {
  return { channelId: id, configuration };
}
