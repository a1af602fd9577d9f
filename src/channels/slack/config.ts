import { z } from 'zod';
import { channelFields } from '../channel-fields.ts';
import { secretText, secretUrl } from '../provider-fields.ts';

const slackApi = 'https://slack.com/api';

const aChannel = 'must be the id of a channel, such as C0123456789 (not its #name)';

/** An incoming webhook of Slack, or of a chat that understands the same; or a channel in which a bot posts. */
export const slackConfig = z
  .strictObject({
    ...channelFields('slack'),
    url: secretUrl(
      'The address of the incoming webhook, https://hooks.slack.com/services/…. With `token`: where the API of Slack is reached, if not at its usual address.',
    ).default(slackApi),
    token: secretText(
      'The token of a bot, xoxb-…: one outage is one message then, which is changed and answered below.',
    ).optional(),
    channel: z
      .string(aChannel)
      .regex(/^[CDG][A-Z0-9]{8,20}$/, aChannel)
      .optional()
      .describe('With `token`: the id of the channel, at the end of its details.'),
    signingSecret: secretText(
      'With `token`: the signing secret of the app. The messages have buttons then, and Slack sends what people press to `/api/callbacks/<id>`.',
    ).optional(),
  })
  .superRefine(({ url, token, channel, signingSecret }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (token === undefined) {
      if (url === slackApi)
        wrong('url', 'is missing: it must be the address of a webhook, or there must be a "token"');
      if (channel !== undefined)
        wrong('channel', 'must stand only beside "token": the channel of a webhook is chosen in Slack');
      if (signingSecret !== undefined)
        wrong('signingSecret', 'must stand only beside "token": a webhook has no buttons');
    } else if (channel === undefined)
      wrong('channel', 'is missing: it must be the id of a channel, as there is a "token"');
  });
