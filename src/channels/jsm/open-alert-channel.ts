import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import type { AnswerTable } from '../outbound/answer-table.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { type AlertRequest, alertRequests } from './message.ts';

/** Opens a channel to the alert API of Opsgenie, which Jira Service Management took over. */
export function openAlertChannel(
  { url, apiKey }: { url: string; apiKey: string },
  services: ChannelServices,
  answers: AnswerTable,
): OpenedChannel {
  const http = openHttpClient(services);
  const headers = { authorization: `GenieKey ${apiKey}` };
  const send = async ({ path, body }: AlertRequest, signal: AbortSignal) => {
    const request = jsonRequest(urlBelow(url, path), body, { headers, secrets: [apiKey] });
    return (await http.exchange(request, signal, answers)).outcome;
  };
  return {
    async send(message, signal) {
      let outcome: AttemptOutcome = { kind: 'sent' };
      for (const request of alertRequests(message)) {
        outcome = await send(request, signal);
        if (outcome.kind !== 'sent') break;
      }
      return outcome;
    },
    close: () => http.close(),
  };
}
