import { BlockList, isIPv4 } from 'node:net';

/** IPv4 that is not the public internet: private, shared, loopback, link-local, test, multicast, reserved. */
const reserved4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** All of IPv6 that is handed out publicly; loopback, fc00::/7, fe80::/10, v4-mapped and NAT64 lie outside. */
const assigned6 = blockList('ipv6', [['2000::', 3]]);

/** Inside it: Teredo and other protocols, documentation, and 6to4, which wraps any IPv4 address. */
const reserved6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** Whether an IP address is one of the public internet. What is not plainly public is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved4.check(address, 'ipv4');
  return assigned6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}

function blockList(family: 'ipv4' | 'ipv6', subnets: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
