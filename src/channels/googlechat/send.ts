import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { answers } from './answers.ts';
import { googlechatConfig } from './config.ts';
import { googlechatMessage } from './message.ts';

/** Posts to an incoming webhook of Google Chat. */
export const kind = channelKind({
  config: googlechatConfig,
  followsUp: false,
  open: ({ url }, services) =>
    openHttpChannel(
      services,
      (message) => {
        const address = new URL(url);
        // A repetition gets the message that there is.
        address.searchParams.set('requestId', message.notificationId);
        return jsonRequest(address.href, googlechatMessage(message));
      },
      answers,
    ),
});
