import { channelKind } from '../channel-kind.ts';
import { telegramConfig } from './config.ts';
import { openTelegramCallbacks } from './open-callbacks.ts';
import { openTelegramChannel } from './open-telegram-channel.ts';

/** Sends as a bot of Telegram, which can change what it sent, and answer below it. */
export const kind = channelKind({
  config: telegramConfig,
  followsUp: false,
  open: openTelegramChannel,
  openCallbacks: ({ callbackSecret }) =>
    callbackSecret === undefined ? null : openTelegramCallbacks(callbackSecret),
});
