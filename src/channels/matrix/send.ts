import { channelKind } from '../channel-kind.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { type Called, openThreadChannel } from '../outbound/open-thread-channel.ts';
import { readField } from '../outbound/read-field.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { matrixConfig } from './config.ts';
import { matrixChange, matrixMessage, matrixReply } from './message.ts';

/** Posts to a room of Matrix: what is new of an outage replaces its message, or stands in the thread below it. */
export const kind = channelKind({
  config: matrixConfig,
  followsUp: false,
  open({ url, token, room }, services) {
    const http = openHttpClient(services);
    const inRoom = (path: string) =>
      urlBelow(url, `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/${path}`);
    const about = { headers: { authorization: `Bearer ${token}` }, secrets: [token] };

    /** The id as that of the transaction: a repetition gets the event that there is. */
    async function put(transaction: string, value: object, signal: AbortSignal): Promise<Called> {
      const address = inRoom(`send/m.room.message/${encodeURIComponent(transaction)}`);
      const request = jsonRequest(address, value, { method: 'PUT', ...about });
      const { outcome, body } = await http.exchange(request, signal, answers);
      const id = readField(body, 'event_id');
      return { outcome, id: typeof id === 'string' ? id : undefined };
    }

    /** A server also takes a change of what was deleted, and shows nothing of it. */
    async function isThere(id: string, signal: AbortSignal): Promise<boolean> {
      const address = inRoom(`event/${encodeURIComponent(id)}`);
      const { outcome, body } = await http.exchange(
        { url: address, method: 'GET', ...about },
        signal,
        answers,
      );
      if (readField(body, 'errcode') === 'M_NOT_FOUND') return false;
      return outcome.kind !== 'sent' || readField(body, 'unsigned', 'redacted_because') === undefined;
    }

    return {
      ...openThreadChannel(room, {
        begin: (message, signal) => put(message.notificationId, matrixMessage(message), signal),

        async change(message, id, signal) {
          if (!(await isThere(id, signal))) return { outcome: { kind: 'sent' }, is: 'gone' };
          return put(`${message.notificationId}-change`, matrixChange(message, id), signal);
        },

        answer: (message, id, signal) =>
          put(`${message.notificationId}-answer`, matrixReply(message, id), signal),
      }),
      close: () => http.close(),
    };
  },
});
