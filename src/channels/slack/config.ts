import { z } from 'zod';
import { askedEvents, channelId } from '../channel-fields.ts';
import { httpUrl } from '../outbound/http-url.ts';

/** An incoming webhook of Slack, or of a chat that understands the same. */
export const slackConfig = z.strictObject({
  id: channelId,
  type: z.literal('slack'),
  events: askedEvents.optional(),
  /** The whole address is a secret: who knows it can post. */
  url: httpUrl,
});

export type SlackConfig = z.output<typeof slackConfig>;
