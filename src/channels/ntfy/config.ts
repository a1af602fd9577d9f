import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { hostedUrl, secretText } from '../provider-fields.ts';

const aTopic = 'must be the name of a topic: 1 to 64 letters, digits, - and _';

/** A topic of an ntfy server. */
export const ntfyConfig = z.strictObject({
  ...channelFields('ntfy'),
  url: hostedUrl('https://ntfy.sh'),
  topic: z
    .string(aTopic)
    .regex(/^[-_A-Za-z0-9]{1,64}$/, aTopic)
    .meta({
      description:
        'The topic. On a server without accounts who knows it can read and post: choose a long one.',
      secret: true,
    }),
  token: secretText('An access token, if the topic is protected.').optional(),
});
