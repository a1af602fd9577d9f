import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { formRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { pushoverConfig } from './config.ts';
import { pushoverMessage } from './message.ts';

/** Sends to a user or a group of Pushover. */
export const kind = channelKind({
  config: pushoverConfig,
  followsUp: false,
  open({ url, token, user, emergency }, services) {
    const address = urlBelow(url, '/1/messages.json');
    return openHttpChannel(
      services,
      (message) =>
        formRequest(
          address,
          { token, user, ...pushoverMessage(message, emergency) },
          { secrets: [token, user] },
        ),
      answers,
    );
  },
});
