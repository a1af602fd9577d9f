import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { hostedUrl } from '../provider-fields.ts';

const aToken = 'must be the token of a bot, such as 123456:ABC-DEF…';
const aSecret = 'must be 1 to 256 characters of A-Z, a-z, 0-9, _ and -';
const aChat = 'must be the number of a chat in quotes, or the @name of a channel';

/** A chat of Telegram, to which a bot sends. */
export const telegramConfig = z.strictObject({
  ...channelFields('telegram'),
  url: hostedUrl('https://api.telegram.org'),
  token: z
    .string(aToken)
    .regex(/^\d{1,20}:[A-Za-z0-9_-]{10,100}$/, aToken)
    .meta({ description: 'The token of the bot, which @BotFather gives.', secret: true }),
  chat: z
    .string(aChat)
    .regex(/^(-?\d{1,20}|@[A-Za-z0-9_]{4,32})$/, aChat)
    .describe('The number of the chat, which begins with - for a group, or the @name of a channel.'),
  callbackSecret: z
    .string(aSecret)
    .regex(/^[A-Za-z0-9_-]{1,256}$/, aSecret)
    .meta({
      description:
        'The `secret_token` with which the webhook of the bot was set. The messages have buttons then, and Telegram sends what people press to `/api/callbacks/<id>`.',
      secret: true,
    })
    .optional(),
  topic: z.int().min(1).optional().describe('The number of a topic, in a group that has topics.'),
});
