import type { Address } from './address.ts';

/** How others reach the address: a wildcard becomes the pod's address or the host's name. */
export function urlOf(
  { host, port, scheme }: Address,
  hostname: string,
  podIp: string | undefined,
): string | null {
  if (scheme === null) return null;
  const isWildcard = host === '::' || host === '0.0.0.0';
  const reachable = isWildcard ? podIp || hostname : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
