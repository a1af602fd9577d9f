import { z } from 'zod';
import type { Channel } from '../actors/ports/notifications.ts';
import type { ChannelServices, OpenedChannel } from './channel-services.ts';
import { emailConfig } from './email/config.ts';
import { openEmailChannel } from './email/send.ts';
import { slackConfig } from './slack/config.ts';
import { openSlackChannel } from './slack/send.ts';
import { webhookConfig } from './webhook/config.ts';
import { openWebhookChannel } from './webhook/send.ts';

/** Every kind of channel there is. A new kind is one folder and one line here. */
const kinds = [
  kind(emailConfig, openEmailChannel, { followsUp: false }),
  kind(webhookConfig, openWebhookChannel, { followsUp: true }),
  // An incoming webhook of Slack can neither change what it sent nor answer below it.
  kind(slackConfig, openSlackChannel, { followsUp: false }),
] as const;

type SchemasOf<Kinds extends readonly { config: z.ZodObject }[]> = {
  -readonly [K in keyof Kinds]: Kinds[K]['config'];
};

/** The configuration of a channel of any kind; `type` decides which fields it has, others are errors. */
export const channelConfigSchema = z.discriminatedUnion(
  'type',
  // map() forgets that the list is a tuple, and with it which fields belong to which type.
  kinds.map((each) => each.config) as unknown as SchemasOf<typeof kinds>,
);

export type ChannelConfig = z.output<typeof channelConfigSchema>;

/** Opens the channel that a configuration describes. It connects to nothing before the first message. */
export function openChannel(config: ChannelConfig, services: ChannelServices): Channel {
  const found = kinds.find((each) => each.config.shape.type.value === config.type);
  if (!found) throw new TypeError(`unknown kind of channel: ${config.type}`);
  const opened = (found.open as Open<ChannelConfig>)(config, services);
  return { ...opened, followsUp: found.followsUp, events: config.events };
}

type Open<Config> = (config: Config, services: ChannelServices) => OpenedChannel;

function kind<Schema extends z.ZodObject<{ type: z.ZodLiteral<string> }>>(
  config: Schema,
  open: Open<z.output<Schema>>,
  { followsUp }: Pick<Channel, 'followsUp'>,
) {
  return { config, open, followsUp };
}
