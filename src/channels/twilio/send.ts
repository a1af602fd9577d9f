import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { formRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { twilioConfig } from './config.ts';
import { twilioText } from './message.ts';

/** Sends SMS through Twilio. */
export const kind = channelKind({
  config: twilioConfig,
  followsUp: false,
  open({ url, account, key = account, token, from, to }, services) {
    const address = urlBelow(url, `/2010-04-01/Accounts/${account}/Messages.json`);
    const headers = { authorization: `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}` };
    const sender: Record<string, string> = from.startsWith('MG')
      ? { MessagingServiceSid: from }
      : { From: from };
    return openHttpChannel(
      services,
      (message) =>
        // The number of a person is not repeated either.
        formRequest(
          address,
          { To: to, ...sender, Body: twilioText(message) },
          { headers, secrets: [token, to] },
        ),
      answers,
    );
  },
});
