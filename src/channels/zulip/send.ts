import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { formRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { zulipConfig } from './config.ts';
import { zulipMessage } from './message.ts';

/** Posts as a bot of Zulip. */
export const kind = channelKind({
  config: zulipConfig,
  followsUp: false,
  open({ url, bot, token, channel, topic }, services) {
    const address = urlBelow(url, '/api/v1/messages');
    const headers = { authorization: `Basic ${Buffer.from(`${bot}:${token}`).toString('base64')}` };
    return openHttpChannel(
      services,
      (message) => {
        const { topic: own, content } = zulipMessage(message);
        // `stream` is the name that servers of all versions know.
        const values = { type: 'stream', to: JSON.stringify(channel), topic: topic ?? own, content };
        return formRequest(address, values, { headers, secrets: [token] });
      },
      answers,
    );
  },
});
