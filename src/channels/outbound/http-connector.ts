import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { BlockedAddressError } from './blocked-address-error.ts';
import { isPublicAddress } from './is-public-address.ts';
import { publicLookup, type Resolve } from './public-lookup.ts';

const connectTimeoutMs = 10_000;

/** Connects sockets for HTTP; unless private networks are allowed, it looks at the address of every connection. */
export function httpConnector(allowPrivateNetworks: boolean, resolve?: Resolve): buildConnector.connector {
  const options = { allowH2: false, timeout: connectTimeoutMs };
  if (allowPrivateNetworks) return buildConnector(options);
  const connect = buildConnector({ ...options, lookup: publicLookup(resolve) });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    // A socket looks up names only, so an address in the URL is checked here.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(new BlockedAddressError(), null);
    connect(target, callback);
  };
}
