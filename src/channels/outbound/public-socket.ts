import { connect, isIP, type Socket } from 'node:net';
import { BlockedAddressError } from './blocked-address-error.ts';
import { isPublicAddress } from './is-public-address.ts';
import { publicLookup } from './public-lookup.ts';

/** Connects to a host of the public internet and to no other. */
export function publicSocket(target: { host: string; port: number }, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (isIP(target.host) !== 0 && !isPublicAddress(target.host)) return reject(new BlockedAddressError());
    const socket = connect({ ...target, lookup: publicLookup() });
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
