import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { httpUrl } from '../outbound/http-url.ts';
import { secretText } from '../provider-fields.ts';

/** A channel of a Zulip organization, to which a bot posts. */
export const zulipConfig = z.strictObject({
  ...channelFields('zulip'),
  url: httpUrl.describe('The organization, such as https://example.zulipchat.com.'),
  bot: z.email('must be the mail address of a bot').max(254).describe('The mail address of the bot.'),
  token: secretText('The API key of the bot.'),
  channel: z.string().min(1).max(60).describe('The name of the channel.'),
  topic: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('The topic; without it each incident has a topic of its own.'),
});
