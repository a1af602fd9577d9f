import type { z } from 'zod';
import type { Message } from '../../domain/messages.ts';
import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import type { Exchange } from '../outbound/http-client.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { type Called, openThreadChannel } from '../outbound/open-thread-channel.ts';
import { readField } from '../outbound/read-field.ts';
import { readText } from '../outbound/read-text.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import type { telegramConfig } from './config.ts';
import { telegramButtons, telegramText } from './message.ts';

/** It was deleted, or is too old for a change. */
const gone = /^Bad Request: (message to edit not found|message can't be edited|MESSAGE_ID_INVALID)/;

/** It stands there so already: an attempt changed it whose answer was lost. */
const unchanged = /^Bad Request: message is not modified/;

export function openTelegramChannel(
  { url, token, chat, topic, callbackSecret }: z.output<typeof telegramConfig>,
  services: ChannelServices,
): OpenedChannel {
  const http = openHttpClient(services);
  // A group that becomes a supergroup gets another number: it is used from the first refusal on.
  let movedTo: number | null = null;

  const call = (method: string, value: object, signal: AbortSignal): Promise<Exchange> => {
    const address = urlBelow(url, `/bot${token}/${method}`);
    return http.exchange(jsonRequest(address, value, { secrets: [token] }), signal, answers);
  };

  const contentOf = (message: Message) => ({
    ...{ text: telegramText(message), parse_mode: 'HTML', link_preview_options: { is_disabled: true } },
  });

  const buttonsOf = (message: Message) =>
    callbackSecret === undefined ? {} : { reply_markup: telegramButtons(message) };

  async function post(message: Message, more: object, signal: AbortSignal): Promise<Called> {
    const attempt = () =>
      call(
        'sendMessage',
        {
          chat_id: movedTo ?? chat,
          ...(topic === undefined ? {} : { message_thread_id: topic }),
          ...contentOf(message),
          ...more,
        },
        signal,
      );
    let { outcome, body } = await attempt();
    const moved = readField(body, 'parameters', 'migrate_to_chat_id');
    if (outcome.kind === 'failed' && Number.isSafeInteger(moved) && moved !== movedTo) {
      movedTo = moved as number;
      ({ outcome, body } = await attempt());
    }
    if (outcome.kind !== 'sent') return { outcome };
    const id = readField(body, 'result', 'message_id');
    return {
      outcome:
        movedTo === null
          ? outcome
          : { ...outcome, note: `the group has a new number: set "chat" to "${movedTo}"` },
      // The numbers of messages are those of their chat.
      id: typeof id === 'number' ? `${movedTo ?? chat}/${id}` : undefined,
    };
  }

  const placeOf = (id: string) => {
    const [chat_id = '', message_id] = id.split('/');
    return { chat_id, message_id: Number(message_id) };
  };

  return {
    ...openThreadChannel(chat, {
      begin: (message, signal) => post(message, buttonsOf(message), signal),

      async change(message, id, signal) {
        const value = { ...placeOf(id), ...contentOf(message), ...buttonsOf(message) };
        const { outcome, body } = await call('editMessageText', value, signal);
        const said = readText(body, 'description');
        if (gone.test(said)) return { outcome, is: 'gone' };
        return unchanged.test(said) ? { outcome: { kind: 'sent' } } : { outcome };
      },

      // Where that was deleted meanwhile, it stands alone.
      answer: (message, id, signal) =>
        post(message, { reply_parameters: { ...placeOf(id), allow_sending_without_reply: true } }, signal),
    }),
    close: () => http.close(),
  };
}
