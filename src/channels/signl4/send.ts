import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { signl4Config } from './config.ts';
import { signl4Message } from './message.ts';

/** Alerts a team of SIGNL4. */
export const kind = channelKind({
  config: signl4Config,
  followsUp: false,
  isForMachines: true,
  open({ url, secret, category }, services) {
    const address = urlBelow(url, `/webhook/${encodeURIComponent(secret)}`);
    return openHttpChannel(
      services,
      (message) => jsonRequest(address, signl4Message(message, category), { secrets: [secret] }),
      answers,
    );
  },
});
