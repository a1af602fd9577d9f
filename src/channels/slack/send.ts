import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { slackConfig } from './config.ts';
import { slackBody } from './message.ts';

const headers = { 'content-type': 'application/json' };

/** Posts to an incoming webhook of Slack, which can neither change what it sent nor answer below it. */
export const kind = channelKind({
  config: slackConfig,
  followsUp: false,
  open: ({ url }, services) =>
    openHttpChannel(services, (message) => ({ url, headers, body: slackBody(message) })),
});
