import { BlockList, isIPv4 } from 'node:net';
import { isPublicAddress } from './is-public-address.ts';

/** Which private, loopback and link-local addresses may be reached beside the public internet: all, none, or those of a list. */
export type PrivateNetworks = boolean | BlockList;

/** Whether a connection may lead to this IP address. An IPv4 address within IPv6 is found by the network of the former. */
export function mayReach(address: string, networks: PrivateNetworks): boolean {
  if (networks === true || isPublicAddress(address)) return true;
  return networks !== false && networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** A list of addresses, and of networks such as `10.1.0.0/16`, which were checked. */
export function privateNetworks(names: readonly string[]): PrivateNetworks {
  const list = new BlockList();
  for (const name of names) {
    const [address = '', prefix] = name.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
