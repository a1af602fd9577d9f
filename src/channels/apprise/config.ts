import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { httpUrl } from '../outbound/http-url.ts';

const aKey = 'must be the key of a configuration: 1 to 128 letters, digits, - and _';
const aTag = 'must be tags: a comma means or, a space means and';

/** A configuration that Apprise API keeps: whatever it leads to. */
export const appriseConfig = z.strictObject({
  ...channelFields('apprise'),
  url: httpUrl.describe('Your Apprise API.'),
  key: z
    .string(aKey)
    .regex(/^[\w-]{1,128}$/, aKey)
    .meta({ description: 'The key of the configuration: who knows it can send.', secret: true }),
  tag: z
    .string(aTag)
    .regex(/^[\w, -]{1,200}$/, aTag)
    .optional()
    .describe('Only those with these tags: a comma means or, a space means and.'),
});
