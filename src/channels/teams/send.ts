import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { answers } from './answers.ts';
import { teamsConfig } from './config.ts';
import { teamsMessage } from './message.ts';

/** Starts a workflow of Microsoft Teams, which posts a card. */
export const kind = channelKind({
  config: teamsConfig,
  followsUp: false,
  open: ({ url }, services) =>
    openHttpChannel(services, (message) => jsonRequest(url, teamsMessage(message)), answers),
});
