import type { z } from 'zod';
import type { CallbackReader } from '../actors/ports/callbacks.ts';
import type { Channel } from '../actors/ports/notifications.ts';
import type { StormLimit } from '../domain/telling/storm-limit.ts';
import type { ChannelServices, OpenedChannel } from './channel-services.ts';

/** What the configuration of every channel has. `url` is where its messages go: doctor asks whether it can be reached. Absent: they stay on this machine. */
export type ChannelSchema = z.ZodObject<{
  id: z.ZodType<string>;
  type: z.ZodLiteral<string>;
  events: z.ZodType<Channel['events']>;
  limit: z.ZodType<StormLimit | 'none' | undefined>;
  url?: z.ZodType<string>;
}>;

/** A kind of channel: what its folder gives to the registry. */
export interface ChannelKind<Schema extends ChannelSchema = ChannelSchema> {
  config: Schema;
  followsUp: Channel['followsUp'];
  /** A machine, such as a pager, takes every message; people have a limit. Absent: people. */
  isForMachines?: true;
  /** It calls people until somebody answers: it is told of acknowledgements and needs no reminders. Absent: no. */
  isPager?: true;
  /** Connects to nothing before the first message. */
  open(config: z.output<Schema>, services: ChannelServices): OpenedChannel;
  /** What reads the requests that the provider sends back; null: as it is configured, it sends none that can be verified. */
  openCallbacks?(config: z.output<Schema>, services: ChannelServices): CallbackReader | null;
}

/** Keeps the types of a kind together. */
export function channelKind<Schema extends ChannelSchema>(kind: ChannelKind<Schema>): ChannelKind<Schema> {
  return kind;
}
