import { connect, isIP, type Socket } from 'node:net';
import { BlockedAddressError } from './blocked-address-error.ts';
import { mayReach, type PrivateNetworks } from './private-networks.ts';
import { publicLookup } from './public-lookup.ts';

/** Connects to a host of the public internet, or of these networks, and to no other. */
export function publicSocket(
  target: { host: string; port: number },
  timeoutMs: number,
  networks: PrivateNetworks = false,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (isIP(target.host) !== 0 && !mayReach(target.host, networks)) return reject(new BlockedAddressError());
    const socket = connect({ ...target, lookup: publicLookup(networks) });
    const timer = setTimeout(() => socket.destroy(timedOut()), timeoutMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function timedOut(): Error {
  return Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' });
}
