import { channelKind } from '../channel-kind.ts';
import { answers } from './answers.ts';
import { jsmConfig } from './config.ts';
import { openAlertChannel } from './open-alert-channel.ts';
import { openAlertCallbacks } from './open-callbacks.ts';

/** Sends alerts to Jira Service Management. Sent means that it accepted them, not that somebody was called. */
export const kind = channelKind({
  config: jsmConfig,
  followsUp: false,
  isForMachines: true,
  isPager: true,
  openCallbacks: ({ webhookSecret }) =>
    webhookSecret === undefined ? null : openAlertCallbacks(webhookSecret),
  open: (config, services) => openAlertChannel(config, services, answers),
});
