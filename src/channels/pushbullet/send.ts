import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { pushbulletConfig } from './config.ts';
import { pushbulletMessage } from './message.ts';

/** Pushes to devices of Pushbullet. */
export const kind = channelKind({
  config: pushbulletConfig,
  followsUp: false,
  open({ url, token, device, channel }, services) {
    const address = urlBelow(url, '/v2/pushes');
    const headers = { 'access-token': token };
    const target = {
      ...(device === undefined ? {} : { device_iden: device }),
      ...(channel === undefined ? {} : { channel_tag: channel }),
    };
    return openHttpChannel(
      services,
      (message) =>
        jsonRequest(address, { ...pushbulletMessage(message), ...target }, { headers, secrets: [token] }),
      answers,
    );
  },
});
