import { channelKind } from '../channel-kind.ts';
import { formRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { type Called, openThreadChannel } from '../outbound/open-thread-channel.ts';
import { readField } from '../outbound/read-field.ts';
import { readText } from '../outbound/read-text.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { zulipConfig } from './config.ts';
import { zulipMessage } from './message.ts';

/** The organization does not let the bot change it any more. */
const closed = /time limit|turned off|editing is disabled|permission to edit/i;

/** Posts as a bot of Zulip, which can change what it posted. All of an outage stands in one topic. */
export const kind = channelKind({
  config: zulipConfig,
  followsUp: false,
  open({ url, bot, token, channel, topic }, services) {
    const http = openHttpClient(services);
    const address = urlBelow(url, '/api/v1/messages');
    const about = {
      headers: { authorization: `Basic ${Buffer.from(`${bot}:${token}`).toString('base64')}` },
      secrets: [token],
    };

    async function post(content: { topic: string; content: string }, signal: AbortSignal): Promise<Called> {
      // `stream` is the name that servers of all versions know.
      const to = { type: 'stream', to: JSON.stringify(channel), topic: topic ?? content.topic };
      const request = formRequest(address, { ...to, content: content.content }, about);
      const { outcome, body } = await http.exchange(request, signal, answers);
      const id = readField(body, 'id');
      return { outcome, id: Number.isSafeInteger(id) ? String(id) : undefined };
    }

    return {
      ...openThreadChannel(channel, {
        begin: (message, signal) => post(zulipMessage(message), signal),

        async change(message, id, signal) {
          const { content } = zulipMessage(message);
          const request = formRequest(`${address}/${id}`, { content }, { method: 'PATCH', ...about });
          const { outcome, body } = await http.exchange(request, signal, answers);
          const said = readField(body, 'result') === 'error' ? readText(body, 'msg') : '';
          if (said.startsWith('Invalid message')) return { outcome, is: 'gone' };
          return closed.test(said) ? { outcome, is: 'closed' } : { outcome };
        },

        answer: (message, _id, signal) => post(zulipMessage(message, 'short'), signal),
      }),
      close: () => http.close(),
    };
  },
});
