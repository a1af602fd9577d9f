import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { answers } from './answers.ts';
import { ntfyConfig } from './config.ts';
import { ntfyMessage } from './message.ts';

/** Publishes to a topic of ntfy. */
export const kind = channelKind({
  config: ntfyConfig,
  followsUp: false,
  open({ url, topic, token }, services) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return openHttpChannel(
      services,
      (message) => jsonRequest(url, ntfyMessage(message, topic), { headers, secrets: [topic] }),
      answers,
    );
  },
});
