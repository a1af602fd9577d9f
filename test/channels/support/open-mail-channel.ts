import { openTestChannel } from './open-test-channel.ts';

/** Opens a channel to a mail server. */
export function openMailChannel(
  url: string,
  options: { to?: string[]; tls?: 'required' | 'optional'; allowPrivateNetworks?: boolean } = {},
) {
  const { to = ['ops@example.com'], tls, ...rest } = options;
  return openTestChannel({ id: 'mail', type: 'email', url, from: 'monitor@example.com', to, tls }, rest);
}
