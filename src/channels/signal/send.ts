import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { signalConfig } from './config.ts';
import { signalText } from './message.ts';

/** Sends through signal-cli-rest-api. */
export const kind = channelKind({
  config: signalConfig,
  followsUp: false,
  open({ url, number, to }, services) {
    const address = urlBelow(url, '/v2/send');
    return openHttpChannel(
      services,
      (message) => {
        const value = { message: signalText(message), number, recipients: to, text_mode: 'normal' };
        // Numbers of people are not repeated.
        return jsonRequest(address, value, { secrets: [number, ...to] });
      },
      answers,
    );
  },
});
