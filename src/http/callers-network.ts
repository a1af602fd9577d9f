import { isIPv6 } from 'node:net';
import { networkOf } from './network-of.ts';

/**
 * The network that an address belongs to, where it tells what runs together: the /24 of an IPv4 address, the /56 of one
 * of IPv6. Null: it is no address.
 */
export function callersNetwork(address: string): string | null {
  const within = networkOf(address);
  if (isIPv6(address) && within.endsWith('::/64')) {
    const [first = '0', second = '0', third = '0', fourth = '0'] = within
      .slice(0, -'::/64'.length)
      .split(':');
    const site = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
    return `${[first, second, third, site].join(':')}::/56`;
  }
  const bytes = /^(\d+\.\d+\.\d+)\.\d+$/.exec(within)?.[1];
  return bytes === undefined ? null : `${bytes}.0/24`;
}
