import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { appriseConfig } from './config.ts';
import { appriseMessage } from './message.ts';

/** Sends through Apprise API. */
export const kind = channelKind({
  config: appriseConfig,
  followsUp: false,
  open({ url, key, tag }, services) {
    const address = urlBelow(url, `/notify/${key}`);
    return openHttpChannel(
      services,
      (message) => jsonRequest(address, appriseMessage(message, tag), { secrets: [key] }),
      answers,
    );
  },
});
