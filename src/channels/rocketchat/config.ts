import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { secretUrl } from '../provider-fields.ts';

const aChannel = 'must be # and the name of a room, or @ and a user name';

/** An incoming integration of a Rocket.Chat server. */
export const rocketchatConfig = z.strictObject({
  ...channelFields('rocketchat'),
  url: secretUrl('The address of the incoming integration, https://…/hooks/…/….'),
  channel: z
    .string(aChannel)
    .regex(/^[#@][\w.-]{1,120}$/, aChannel)
    .optional()
    .describe('Another room than that of the integration: # and its name, or @ and a user name.'),
});
