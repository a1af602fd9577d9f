import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** An address with the port that some proxies leave on it: `10.0.0.7:51123`, `[2001:db8::7]:51123`. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/** IPv4 as a socket for both shows it. */
const mapped = /^::ffff:(?=\d+\.)/i;

/**
 * Where a request comes from, as trusted proxies say, without a port: that of a caller is another one for each
 * connection. What a proxy passes on may be no address at all; then it is the proxy itself.
 */
export function callerAddress({ ip, socket }: FastifyRequest): string {
  const said = withPort.exec(ip)?.slice(1).find(Boolean) ?? ip;
  const address = isIP(said) === 0 ? (socket.remoteAddress ?? '') : said;
  return address.replace(mapped, '').toLowerCase();
}
