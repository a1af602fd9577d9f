import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { mattermostConfig } from './config.ts';
import { mattermostMessage } from './message.ts';
import { openBotChannel } from './open-bot-channel.ts';
import { mattermostButtons, openMattermostCallbacks } from './open-callbacks.ts';

/** Posts as a bot, or to an incoming webhook of Mattermost, whose posts nobody can change. */
export const kind = channelKind({
  config: mattermostConfig,
  followsUp: false,
  open({ id, url, token, channel, buttonSecret }, services) {
    if (token === undefined || channel === undefined)
      return openHttpChannel(
        services,
        (message) => jsonRequest(url, mattermostMessage(message, channel)),
        answers,
      );
    const callback = urlBelow(services.publicUrl, `/api/callbacks/${id}`);
    return openBotChannel(
      {
        ...{ url, token, channel },
        buttonsOf: (message) =>
          buttonSecret === undefined ? [] : mattermostButtons(message, buttonSecret, callback),
      },
      services,
    );
  },
  openCallbacks: ({ buttonSecret }) =>
    buttonSecret === undefined ? null : openMattermostCallbacks(buttonSecret),
});
