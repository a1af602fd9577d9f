import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { answers } from './answers.ts';
import { rocketchatConfig } from './config.ts';
import { rocketchatMessage } from './message.ts';

/** Posts to an incoming integration of Rocket.Chat. */
export const kind = channelKind({
  config: rocketchatConfig,
  followsUp: false,
  open: ({ url, channel }, services) =>
    openHttpChannel(services, (message) => jsonRequest(url, rocketchatMessage(message, channel)), answers),
});
