import { channelKind } from '../channel-kind.ts';
import { openAlertChannel } from '../jsm/open-alert-channel.ts';
import { openAlertCallbacks } from '../jsm/open-callbacks.ts';
import { answers } from './answers.ts';
import { opsgenieConfig } from './config.ts';

/** Sends alerts to Opsgenie. Sent means that it accepted them, not that somebody was called. */
export const kind = channelKind({
  config: opsgenieConfig,
  followsUp: false,
  isForMachines: true,
  isPager: true,
  openCallbacks: ({ webhookSecret }) =>
    webhookSecret === undefined ? null : openAlertCallbacks(webhookSecret),
  open: (config, services) => openAlertChannel(config, services, answers),
});
