import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { secretUrl } from '../provider-fields.ts';

/** An incoming webhook of a space of Google Chat. */
export const googlechatConfig = z.strictObject({
  ...channelFields('googlechat'),
  url: secretUrl('The address of the webhook, with its `key` and its `token`.'),
});
