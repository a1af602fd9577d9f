import { isIP } from 'node:net';
import type { SettingReader } from './setting-reader.ts';

/** Networks and addresses, separated by commas. Only addresses: a name could lead elsewhere tomorrow. */
export function networksOf(
  from: SettingReader,
  setting: 'trustedProxies' | 'channelPrivateNetworks',
): string[] {
  const networks = from
    .text(setting)
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
  for (const network of networks) {
    const [address = '', prefix, ...more] = network.split('/');
    const longest = isIP(address) === 4 ? 32 : 128;
    // A network of everybody would make the setting mean nothing.
    const isPrefix = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest);
    if (isIP(address) === 0 || address.includes('%') || !isPrefix || more.length > 0)
      from.fail(setting, `names "${network}", which is not an address or a network such as 10.0.0.0/8`);
  }
  return networks;
}
