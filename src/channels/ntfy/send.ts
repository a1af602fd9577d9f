import type { Message } from '../../domain/messages.ts';
import { channelKind } from '../channel-kind.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { type Called, openThreadChannel } from '../outbound/open-thread-channel.ts';
import { answers } from './answers.ts';
import { ntfyConfig } from './config.ts';
import { ntfyMessage } from './message.ts';

/** Publishes to a topic of ntfy. All of an outage has one sequence id: what is new replaces what was there. */
export const kind = channelKind({
  config: ntfyConfig,
  followsUp: false,
  open({ url, topic, token }, services) {
    const http = openHttpClient(services);
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };

    async function publish(
      message: Message,
      how: { sequence?: string; isQuiet?: boolean },
      signal: AbortSignal,
    ): Promise<Called> {
      const request = jsonRequest(url, ntfyMessage(message, topic, how), { headers, secrets: [topic] });
      return { outcome: (await http.exchange(request, signal, answers)).outcome, id: how.sequence };
    }

    return {
      ...openThreadChannel('topic', {
        begin: (message, signal, at) =>
          publish(message, at === undefined ? {} : { sequence: message.incidentId }, signal),
        change: (message, id, signal, at) =>
          // What rings follows at once, and replaces it.
          at.step === 'change'
            ? publish(message, { sequence: id, isQuiet: true }, signal)
            : Promise.resolve({ outcome: { kind: 'sent' } }),
        answer: (message, id, signal) => publish(message, { sequence: id }, signal),
      }),
      close: () => http.close(),
    };
  },
});
