import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { answers } from './answers.ts';
import { discordConfig } from './config.ts';
import { discordMessage } from './message.ts';

/** Posts to a webhook of Discord. */
export const kind = channelKind({
  config: discordConfig,
  followsUp: false,
  open({ url, thread }, services) {
    const address = new URL(url);
    // Without it Discord says that a message was taken that it does not keep; with it, the answer holds the message’s id.
    address.searchParams.set('wait', 'true');
    if (thread !== undefined) address.searchParams.set('thread_id', thread);
    return openHttpChannel(
      services,
      (message) => jsonRequest(address.href, discordMessage(message)),
      answers,
    );
  },
});
