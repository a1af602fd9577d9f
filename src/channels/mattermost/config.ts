import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { secretUrl } from '../provider-fields.ts';

const aChannel = 'must be the name of a channel, such as town-square, or @ and a user name';

/** An incoming webhook of a Mattermost server. */
export const mattermostConfig = z.strictObject({
  ...channelFields('mattermost'),
  url: secretUrl('The address of the incoming webhook, https://…/hooks/….'),
  channel: z
    .string(aChannel)
    .regex(/^@?[a-z0-9._-]{1,64}$/, aChannel)
    .optional()
    .describe(
      'Another channel than that of the webhook, by its name in addresses; @ and a user name for one person.',
    ),
});
