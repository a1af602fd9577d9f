import { channelKind } from '../channel-kind.ts';
import type { Exchange } from '../outbound/http-client.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { type Called, openThreadChannel } from '../outbound/open-thread-channel.ts';
import { readField } from '../outbound/read-field.ts';
import { answers } from './answers.ts';
import { discordConfig } from './config.ts';
import { discordAnswer, discordMessage } from './message.ts';

/** Unknown Message; Cannot edit a message authored by another user, as that of an older webhook. */
const gone: readonly unknown[] = [10008, 50005];

/** Posts to a webhook of Discord, which can change what it posted. It cannot reply: what is new stands further down. */
export const kind = channelKind({
  config: discordConfig,
  followsUp: false,
  open({ url, thread }, services) {
    const http = openHttpClient(services);
    const addressOf = (path: string, query: Record<string, string>) => {
      const address = new URL(url);
      address.pathname = `${address.pathname.replace(/\/+$/, '')}${path}`;
      const inThread = thread === undefined ? {} : { thread_id: thread };
      for (const [name, value] of Object.entries({ ...query, ...inThread }))
        address.searchParams.set(name, value);
      return address.href;
    };

    async function post(value: object, signal: AbortSignal): Promise<Called> {
      // Without it Discord says that a message was taken that it does not keep; with it, the answer holds the message’s id.
      const address = addressOf('', { wait: 'true' });
      const { outcome, body } = await http.exchange(jsonRequest(address, value), signal, answers);
      return { outcome, id: idOf(body) };
    }

    return {
      ...openThreadChannel(thread ?? 'channel', {
        begin: (message, signal) => post(discordMessage(message), signal),

        async change(message, id, signal) {
          const address = addressOf(`/messages/${encodeURIComponent(id)}`, {});
          const request = jsonRequest(address, discordMessage(message), { method: 'PATCH' });
          const { outcome, body }: Exchange = await http.exchange(request, signal, answers);
          return gone.includes(readField(body, 'code')) ? { outcome, is: 'gone' } : { outcome };
        },

        answer: (message, _id, signal) => post(discordAnswer(message), signal),
      }),
      close: () => http.close(),
    };
  },
});

function idOf(body: unknown): string | undefined {
  const id = readField(body, 'id');
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : undefined;
}
