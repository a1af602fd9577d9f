import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { httpUrl } from '../outbound/http-url.ts';
import { secretText } from '../provider-fields.ts';

const aRoom = 'must be the id of a room, such as !abcdef:example.com (not its #alias)';

/** A room of a Matrix homeserver. */
export const matrixConfig = z.strictObject({
  ...channelFields('matrix'),
  url: httpUrl.describe('The homeserver, as its clients reach it.'),
  token: secretText('The access token of the user that posts.'),
  room: z
    .string(aRoom)
    .regex(/^![!-~]{1,254}$/, aRoom)
    .describe(
      'The id of the room: Settings, Advanced. The user must have joined it, and it must not be encrypted.',
    ),
});
