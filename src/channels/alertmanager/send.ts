import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { alertmanagerConfig } from './config.ts';
import { alertmanagerAlert } from './message.ts';

/** Posts alerts to an Alertmanager. */
export const kind = channelKind({
  config: alertmanagerConfig,
  followsUp: false,
  isForMachines: true,
  open({ url, token }, services) {
    const address = urlBelow(url, '/api/v2/alerts');
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return openHttpChannel(
      services,
      (message) => jsonRequest(address, [alertmanagerAlert(message)], { headers }),
      answers,
    );
  },
});
