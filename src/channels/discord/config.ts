import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { secretUrl } from '../provider-fields.ts';

const anId = 'must be the number of a thread, in quotes';

/** A webhook of a Discord channel. */
export const discordConfig = z.strictObject({
  ...channelFields('discord'),
  url: secretUrl('The address of the webhook, https://discord.com/api/webhooks/…; the whole is a secret.'),
  thread: z
    .string(anId)
    .regex(/^\d{1,20}$/, anId)
    .optional()
    .describe('A thread of the channel; a forum needs one.'),
});
