import type { Message } from '../../domain/messages.ts';
import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import type { AnswerTable } from './answer-table.ts';
import type { HttpRequest } from './http-request.ts';
import { openHttpClient } from './open-http-client.ts';

/** Opens a channel that makes one HTTP request of each message; without a table the status of the answer decides. */
export function openHttpChannel(
  services: ChannelServices,
  requestOf: (message: Message) => HttpRequest,
  answers?: AnswerTable,
): OpenedChannel {
  const http = openHttpClient(services);
  return {
    // The exchange also holds the provider’s id of the message, for who wants to change it later.
    send: async (message, signal) => (await http.exchange(requestOf(message), signal, answers)).outcome,
    close: () => http.close(),
  };
}
