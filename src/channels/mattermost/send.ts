import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { answers } from './answers.ts';
import { mattermostConfig } from './config.ts';
import { mattermostMessage } from './message.ts';

/** Posts to an incoming webhook of Mattermost. */
export const kind = channelKind({
  config: mattermostConfig,
  followsUp: false,
  open: ({ url, channel }, services) =>
    openHttpChannel(services, (message) => jsonRequest(url, mattermostMessage(message, channel)), answers),
});
