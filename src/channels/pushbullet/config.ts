import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { hostedUrl, secretText } from '../provider-fields.ts';

const anId = 'must be the id of a device, or the tag of a channel';

/** The devices of an account of Pushbullet, or the subscribers of a channel. */
export const pushbulletConfig = z.strictObject({
  ...channelFields('pushbullet'),
  url: hostedUrl('https://api.pushbullet.com'),
  token: secretText('An access token of the account.'),
  device: z
    .string(anId)
    .regex(/^\w{1,64}$/, anId)
    .optional()
    .describe('One device, by its `iden`; without it all devices.'),
  channel: z
    .string(anId)
    .regex(/^[\w-]{1,64}$/, anId)
    .optional()
    .describe('All who follow this channel of the account, by its tag.'),
});
