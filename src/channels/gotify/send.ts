import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { gotifyConfig } from './config.ts';
import { gotifyMessage } from './message.ts';

/** Sends as an application of Gotify. */
export const kind = channelKind({
  config: gotifyConfig,
  followsUp: false,
  open({ url, token }, services) {
    const address = urlBelow(url, '/message');
    // Not in the address, which proxies write into their logs.
    const headers = { 'x-gotify-key': token };
    return openHttpChannel(
      services,
      (message) => jsonRequest(address, gotifyMessage(message), { headers, secrets: [token] }),
      answers,
    );
  },
});
