import type { z } from 'zod';
import { channelKind } from '../channel-kind.ts';
import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import { openHttpClient } from '../outbound/http-client.ts';
import { jsonRequest } from '../outbound/http-request.ts';
import { readField } from '../outbound/read-field.ts';
import { urlBelow } from '../outbound/url-below.ts';
import { answers } from './answers.ts';
import { telegramConfig } from './config.ts';
import { telegramText } from './message.ts';

/** Sends as a bot of Telegram. */
export const kind = channelKind({ config: telegramConfig, followsUp: false, open: openTelegramChannel });

function openTelegramChannel(
  { url, token, chat, topic }: z.output<typeof telegramConfig>,
  services: ChannelServices,
): OpenedChannel {
  const http = openHttpClient(services);
  const address = urlBelow(url, `/bot${token}/sendMessage`);
  // A group that becomes a supergroup gets another number: it is used from the first refusal on.
  let movedTo: number | null = null;
  return {
    async send(message, signal) {
      const attempt = () => {
        const value = {
          chat_id: movedTo ?? chat,
          ...(topic === undefined ? {} : { message_thread_id: topic }),
          ...{ text: telegramText(message), parse_mode: 'HTML', link_preview_options: { is_disabled: true } },
        };
        return http.exchange(jsonRequest(address, value, { secrets: [token] }), signal, answers);
      };
      let { outcome, body } = await attempt();
      const moved = readField(body, 'parameters', 'migrate_to_chat_id');
      if (outcome.kind === 'failed' && Number.isSafeInteger(moved) && moved !== movedTo) {
        movedTo = moved as number;
        ({ outcome } = await attempt());
      }
      if (outcome.kind !== 'sent' || movedTo === null) return outcome;
      return { ...outcome, note: `the group has a new number: set "chat" to "${movedTo}"` };
    },
    close: () => http.close(),
  };
}
