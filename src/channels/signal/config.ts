import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { httpUrl } from '../outbound/http-url.ts';

const aNumber = 'must be a phone number such as +491701234567';
const aRecipient = 'must be a phone number such as +491701234567, or the id of a group (group.…)';

/** People and groups of Signal, through signal-cli-rest-api. */
export const signalConfig = z.strictObject({
  ...channelFields('signal'),
  url: httpUrl.describe('Your signal-cli-rest-api.'),
  number: z
    .string(aNumber)
    .regex(/^\+[1-9]\d{6,14}$/, aNumber)
    .describe('The number that is registered there, which sends.'),
  to: z
    .array(z.string(aRecipient).regex(/^(\+[1-9]\d{6,14}|group\.[A-Za-z0-9+/=]{1,200})$/, aRecipient))
    .min(1)
    .max(20)
    .describe('Up to 20 numbers and groups.'),
});
