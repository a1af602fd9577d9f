import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { slackConfig } from './config.ts';
import { slackBody } from './message.ts';
import { openBotChannel } from './open-bot-channel.ts';
import { openSlackCallbacks } from './open-callbacks.ts';

const headers = { 'content-type': 'application/json' };

/** Posts as a bot, or to an incoming webhook, which can neither change what it sent nor answer below it. */
export const kind = channelKind({
  config: slackConfig,
  followsUp: false,
  open({ url, token, channel, signingSecret }, services) {
    if (token !== undefined && channel !== undefined)
      return openBotChannel({ url, token, channel, hasButtons: signingSecret !== undefined }, services);
    return openHttpChannel(services, (message) => ({ url, headers, body: slackBody(message) }));
  },
  openCallbacks: ({ url, signingSecret }, services) =>
    signingSecret === undefined ? null : openSlackCallbacks({ url, signingSecret }, services),
});
