import type { Config } from '../../config/configuration.ts';
import { ownUrl } from '../../config/own-url.ts';
import type { Finding } from './finding.ts';

/** Whether people can open the links in messages: an address of this machine leads everybody else to their own. */
export function judgeLinks({ publicUrl, host, port, channels }: LinkSettings): Finding[] {
  const url = publicUrl ?? ownUrl(host, port);
  const outside = channels.filter((channel) => 'url' in channel && !isHere(channel.url)).map(({ id }) => id);
  if (outside.length === 0) return [];
  const what = 'Links in messages';
  if (!isHere(url)) return [{ what, level: 'ok', found: `lead to ${url}`, advice: null }];
  const found = `lead to ${url}, which is only this machine, but ${outside.join(', ')} ${outside.length === 1 ? 'leads' : 'lead'} outside`;
  const advice = 'Set MONITOR_PUBLIC_URL to the address at which people open this monitor.';
  return [{ what, level: 'look', found, advice }];
}

type LinkSettings = Pick<Config, 'publicUrl' | 'host' | 'port' | 'channels'>;

function isHere(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host.endsWith('.localhost') || /^127\.|^::1?$|^0\.0\.0\.0$/.test(host);
}
