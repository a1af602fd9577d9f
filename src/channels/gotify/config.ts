import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { httpUrl } from '../outbound/http-url.ts';
import { secretText } from '../provider-fields.ts';

/** An application of a Gotify server. */
export const gotifyConfig = z.strictObject({
  ...channelFields('gotify'),
  url: httpUrl.describe('The server, with its path if it has one.'),
  token: secretText('The token of an application.'),
});
