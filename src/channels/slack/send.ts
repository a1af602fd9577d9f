import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import { openHttpClient } from '../outbound/http-client.ts';
import type { SlackConfig } from './config.ts';
import { slackBody } from './message.ts';

/** Opens a channel that posts to an incoming webhook of Slack. */
export function openSlackChannel(config: SlackConfig, services: ChannelServices): OpenedChannel {
  const http = openHttpClient(services);
  const headers = { 'content-type': 'application/json' };
  return {
    channelId: config.id,
    type: config.type,
    send: (message, signal) => http.post({ url: config.url, headers, body: slackBody(message) }, signal),
    close: () => http.close(),
  };
}
