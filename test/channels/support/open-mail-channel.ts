import { openTestChannel } from './open-test-channel.ts';

interface MailOptions {
  to?: string[];
  from?: string;
  tls?: 'required' | 'optional';
  ca?: string;
  oauth2?: object;
  dkim?: object;
  allowPrivateNetworks?: boolean;
}

/** Opens a channel to a mail server. */
export function openMailChannel(url: string, { allowPrivateNetworks = true, ...given }: MailOptions = {}) {
  const fields = { from: 'monitor@example.com', to: ['ops@example.com'], ...given };
  return openTestChannel({ id: 'mail', type: 'email', url, ...fields }, { allowPrivateNetworks });
}
