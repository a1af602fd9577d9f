import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { BlockedAddressError } from './blocked-address-error.ts';
import { mayReach, type PrivateNetworks } from './private-networks.ts';
import { publicLookup, type Resolve } from './public-lookup.ts';

const connectTimeoutMs = 10_000;

/** Connects sockets for HTTP; unless all private networks are allowed, it looks at the address of every connection. */
export function httpConnector(networks: PrivateNetworks, resolve?: Resolve): buildConnector.connector {
  const options = { allowH2: false, timeout: connectTimeoutMs };
  if (networks === true) return buildConnector(options);
  const connect = buildConnector({ ...options, lookup: publicLookup(networks, resolve) });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    // A socket looks up names only, so an address in the URL is checked here.
    if (isIP(host) !== 0 && !mayReach(host, networks)) return callback(new BlockedAddressError(), null);
    connect(target, callback);
  };
}
