import type { InThread } from '../../actors/ports/notifications.ts';
import type { Message } from '../../domain/messages.ts';
import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import type { Exchange } from '../outbound/http-client.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { type Called, openThreadChannel } from '../outbound/open-thread-channel.ts';
import { readField } from '../outbound/read-field.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { botAnswer, botMessage, isSameMessage, metadataOf } from './bot-message.ts';

/** The message was deleted, or is somebody else’s. */
const gone: readonly unknown[] = ['message_not_found', 'cant_update_message', 'thread_not_found'];

/** The workspace lets nobody change old messages. */
const closed = 'edit_window_closed';

/** More messages than a channel has since a moment ago are not looked through. */
const listed = { messages: 100, bytes: 1024 * 1024 };

const foundAgain: Called['outcome'] = { kind: 'sent', note: 'it was there already' };

export interface SlackBot {
  url: string;
  token: string;
  channel: string;
  /** Whether Slack says what people press. */
  hasButtons: boolean;
}

/** Posts as a bot, which can change what it posted, and answer below it. */
export function openBotChannel(bot: SlackBot, services: ChannelServices): OpenedChannel {
  const http = openHttpClient(services);
  const about = { headers: { authorization: `Bearer ${bot.token}` }, secrets: [bot.token] };

  const call = (method: string, value: object, signal: AbortSignal, more: object = {}): Promise<Exchange> => {
    const request = jsonRequest(urlBelow(bot.url, `/${method}`), { channel: bot.channel, ...value }, about);
    return http.exchange({ ...request, ...more }, signal, answers);
  };

  async function post(message: Message, value: object, signal: AbortSignal): Promise<Called> {
    const { outcome, body } = await call('chat.postMessage', { ...value, ...metadataOf(message) }, signal);
    if (gone.includes(readField(body, 'error'))) return { outcome, is: 'gone' };
    const ts = readField(body, 'ts');
    return { outcome, id: typeof ts === 'string' ? ts : undefined };
  }

  /** Our message of an attempt of which nobody knows how it ended; undefined: it is not there, or the bot may not look. */
  async function find(
    { notificationId }: Message,
    { plannedAtMs }: InThread,
    ts: string | null,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    // The clock of Slack is another one.
    const since = { oldest: String(Math.floor(plannedAtMs / 1000) - 60), limit: listed.messages };
    const value = { ...since, include_all_metadata: true, ...(ts === null ? {} : { ts }) };
    const method = ts === null ? 'conversations.history' : 'conversations.replies';
    const { body } = await call(method, value, signal, { answerBytes: listed.bytes });
    const messages = readField(body, 'messages');
    if (!Array.isArray(messages)) return undefined;
    // The first of the answers to a message is that message.
    const same = messages.find((one) => isSameMessage(one, notificationId) && readField(one, 'ts') !== ts);
    const found = readField(same, 'ts');
    return typeof found === 'string' ? found : undefined;
  }

  return {
    ...openThreadChannel(bot.channel, {
      async begin(message, signal, at) {
        const id = at?.mayBeThere ? await find(message, at, null, signal) : undefined;
        if (id !== undefined) return { outcome: foundAgain, id };
        return post(message, botMessage(message, bot.hasButtons), signal);
      },

      async change(message, ts, signal) {
        const value = { ts, ...botMessage(message, bot.hasButtons) };
        const { outcome, body } = await call('chat.update', value, signal);
        const error = readField(body, 'error');
        if (gone.includes(error)) return { outcome, is: 'gone' };
        return error === closed ? { outcome, is: 'closed' } : { outcome };
      },

      // In the channel as well: of an answer below alone few are notified.
      async answer(message, ts, signal, at) {
        if (at.mayBeThere && (await find(message, at, ts, signal)) !== undefined)
          return { outcome: foundAgain };
        return post(message, { ...botAnswer(message), thread_ts: ts, reply_broadcast: true }, signal);
      },
    }),
    close: () => http.close(),
  };
}
