import { channelKind } from '../channel-kind.ts';
import { openHttpChannel } from '../outbound/http-channel.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { answers } from './answers.ts';
import { splunkOnCallConfig } from './config.ts';
import { splunkOnCallMessage } from './message.ts';

/** Alerts through the REST endpoint of Splunk On-Call. */
export const kind = channelKind({
  config: splunkOnCallConfig,
  followsUp: false,
  isForMachines: true,
  isPager: true,
  open: ({ url }, services) =>
    openHttpChannel(services, (message) => jsonRequest(url, splunkOnCallMessage(message)), answers),
});
