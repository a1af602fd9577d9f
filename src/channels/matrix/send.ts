import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { matrixConfig } from './config.ts';
import { matrixMessage } from './message.ts';

/** Posts to a room of Matrix. */
export const kind = channelKind({
  config: matrixConfig,
  followsUp: false,
  open({ url, token, room }, services) {
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message`;
    const address = urlBelow(url, path);
    const headers = { authorization: `Bearer ${token}` };
    return openHttpChannel(
      services,
      (message) =>
        // The id as that of the transaction: a repetition gets the event that there is.
        jsonRequest(`${address}/${encodeURIComponent(message.notificationId)}`, matrixMessage(message), {
          ...{ method: 'PUT', headers, secrets: [token] },
        }),
      answers,
    );
  },
});
