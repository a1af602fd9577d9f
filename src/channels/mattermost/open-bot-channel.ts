import type { Message } from '../../domain/messages.ts';
import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { type Called, openThreadChannel } from '../outbound/open-thread-channel.ts';
import { readField } from '../outbound/read-field.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { mattermostAnswer, mattermostMessage } from './message.ts';

export interface MattermostBot {
  url: string;
  token: string;
  channel: string;
  /** The buttons of a message; none: nobody hears what people press. */
  buttonsOf(message: Message): object[];
}

/** The server lets nobody change a post that is older than it says. */
const closed = 'api.post.update_post.permissions_time_limit.app_error';

/** The post to answer below was deleted. */
const noRoot = 'api.post.create_post.root_id.app_error';

/** Posts as a bot, which can change what it posted, and answer below it. */
export function openBotChannel(bot: MattermostBot, services: ChannelServices): OpenedChannel {
  const http = openHttpClient(services);
  const about = { headers: { authorization: `Bearer ${bot.token}` }, secrets: [bot.token] };

  async function post(message: Message, content: object, more: object, signal: AbortSignal): Promise<Called> {
    const value = {
      channel_id: bot.channel,
      message: '',
      props: content,
      ...more,
      // The server gives who repeats it within half a minute the post that there is.
      pending_post_id: message.notificationId,
    };
    const request = jsonRequest(urlBelow(bot.url, '/api/v4/posts'), value, about);
    const { outcome, body } = await http.exchange(request, signal, answers);
    const id = readField(body, 'id');
    if (outcome.kind === 'sent') return { outcome, id: typeof id === 'string' ? id : undefined };
    return id === noRoot ? { outcome, is: 'gone' } : { outcome };
  }

  const contentOf = (message: Message) => mattermostMessage(message, undefined, bot.buttonsOf(message));

  return {
    ...openThreadChannel(bot.channel, {
      begin: (message, signal) => post(message, contentOf(message), {}, signal),

      async change(message, id, signal) {
        const address = urlBelow(bot.url, `/api/v4/posts/${encodeURIComponent(id)}/patch`);
        const value = { message: '', props: contentOf(message) };
        const request = jsonRequest(address, value, { method: 'PUT', ...about });
        const { outcome, body } = await http.exchange(request, signal, answers);
        if (readField(body, 'status_code') === 404) return { outcome, is: 'gone' };
        return readField(body, 'id') === closed ? { outcome, is: 'closed' } : { outcome };
      },

      answer: (message, id, signal) => post(message, mattermostAnswer(message), { root_id: id }, signal),
    }),
    close: () => http.close(),
  };
}
