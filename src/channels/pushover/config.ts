import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { hostedUrl } from '../provider-fields.ts';

const aKey = 'must be a key of 30 letters and digits';
const key = z.string(aKey).regex(/^[A-Za-z0-9]{30}$/, aKey);

/** A user or a group of Pushover. */
export const pushoverConfig = z.strictObject({
  ...channelFields('pushover'),
  url: hostedUrl('https://api.pushover.net'),
  token: key.meta({ description: 'The token of an application.', secret: true }),
  user: key.meta({ description: 'The key of a user or of a group.', secret: true }),
  emergency: z
    .boolean()
    .default(false)
    .describe('Whether a Down is repeated each minute for up to 3 hours, until somebody acknowledges it.'),
});
