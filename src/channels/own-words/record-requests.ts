import { z } from 'zod';
import type { Message } from '../../domain/messages.ts';
import type { HttpClient } from '../outbound/http-client.ts';
import { type ChannelConfig, channelSchemaOf, openChannel } from '../registry.ts';

/** A request that was not made. */
export interface RecordedRequest {
  method: string;
  /** Without its path, which may be a secret. */
  origin: string;
  body: string;
}

const hidden = '[secret]';

/** The requests by which a channel would send a message, without its secrets; none of them is made. */
export async function recordRequests(
  config: ChannelConfig,
  message: Message,
  publicUrl: string,
): Promise<RecordedRequest[]> {
  const requests: RecordedRequest[] = [];
  const secrets = secretsOf(config);
  const http: HttpClient = {
    exchange: async ({ url, method = 'POST', body = '' }) => {
      const shown = secrets.reduce((text, secret) => text.replaceAll(secret, hidden), body);
      requests.push({ method, origin: new URL(url).origin, body: shown });
      return { outcome: { kind: 'sent' }, body: {} };
    },
    post: async (request) => (await http.exchange(request, AbortSignal.abort())).outcome,
    get: async (url) => (await http.exchange({ url, method: 'GET' }, AbortSignal.abort())).outcome,
    close: async () => undefined,
  };
  const services = { publicUrl, allowPrivateNetworks: false, now: Date.now, http };
  const channel = openChannel(config, services);
  await channel.send(message, AbortSignal.timeout(5_000));
  await channel.close();
  return requests;
}

/** Every text of the configuration that its schema calls a secret, the longest first, as it is and as JSON and addresses write it. */
function secretsOf(config: ChannelConfig): string[] {
  const schema = z.toJSONSchema(channelSchemaOf(config.type), { io: 'input', unrepresentable: 'any' });
  const secret = Object.entries(schema.properties ?? {}).filter(
    ([, field]) => typeof field === 'object' && field['secret'] === true,
  );
  return secret
    .flatMap(([name]) => textsIn((config as Record<string, unknown>)[name]))
    .filter((text) => text !== '')
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)])
    .toSorted((a, b) => b.length - a.length);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
