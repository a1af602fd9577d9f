import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockedAddressError } from './blocked-address-error.ts';
import { mayReach, type PrivateNetworks } from './private-networks.ts';

/** Looks a name up, as `dns.lookup` does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A DNS look-up for sockets that refuses a name when any of its addresses may not be reached. The socket connects to the
 * very addresses that were checked, so a name that changes its answer between two look-ups gains nothing.
 */
export function publicLookup(networks: PrivateNetworks = false, resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => mayReach(address, networks))) {
        return callback(new BlockedAddressError(), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
