import { channelKind } from '../channel-kind.ts';
import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { type WebhookConfig, webhookConfig } from './config.ts';
import { webhookBody } from './message.ts';
import { signWebhook } from './sign-webhook.ts';

/** Posts signed CloudEvents. */
export const kind = channelKind({
  ...{ config: webhookConfig, followsUp: true, isForMachines: true },
  open: openWebhookChannel,
});

function openWebhookChannel(config: WebhookConfig, services: ChannelServices): OpenedChannel {
  const http = openHttpClient(services);
  const secrets = [config.secret].flat();
  return {
    send(message, signal) {
      const body = webhookBody(message, services.publicUrl);
      // Signed anew for each attempt: receivers refuse signatures that are minutes old.
      const timestampSeconds = Math.floor(services.now() / 1000);
      const signature = signWebhook({ id: message.notificationId, timestampSeconds, body }, secrets);
      const own = { 'content-type': 'application/cloudevents+json', ...signature };
      const headers = { ...services.traceHeaders?.(), ...config.headers, ...own };
      return http.post({ url: config.url, headers, body }, signal);
    },
    close: () => http.close(),
  };
}
