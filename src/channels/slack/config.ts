import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { secretUrl } from '../provider-fields.ts';

/** An incoming webhook of Slack, or of a chat that understands the same. */
export const slackConfig = z.strictObject({
  ...channelFields('slack'),
  url: secretUrl('The address of the incoming webhook, https://hooks.slack.com/services/….'),
});
