import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { channelKind } from '../channel-kind.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { answers } from './answers.ts';
import { pagerdutyConfig } from './config.ts';
import { pagerdutyEvents } from './message.ts';
import { openPagerdutyCallbacks } from './open-callbacks.ts';

/** Sends events to PagerDuty. Sent means that PagerDuty accepted them, not that somebody was called. */
export const kind = channelKind({
  config: pagerdutyConfig,
  followsUp: false,
  isForMachines: true,
  isPager: true,
  openCallbacks: ({ webhookSecret }) =>
    webhookSecret === undefined ? null : openPagerdutyCallbacks(webhookSecret),
  open({ url, routingKey }, services) {
    const http = openHttpClient(services);
    const send = async (event: object, signal: AbortSignal) =>
      (await http.exchange(jsonRequest(url, event, { secrets: [routingKey] }), signal, answers)).outcome;
    return {
      async send(message, signal) {
        let outcome: AttemptOutcome = { kind: 'sent' };
        for (const event of pagerdutyEvents(message, routingKey)) {
          outcome = await send(event, signal);
          if (outcome.kind !== 'sent') break;
        }
        return outcome;
      },
      close: () => http.close(),
    };
  },
});
