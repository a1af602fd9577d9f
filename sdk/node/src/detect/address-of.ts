import { Server as HttpServer } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import type { ListeningServer } from '../monitor-handle.ts';
import type { Address } from './address.ts';

/** Null for a server that listens on no port: on a pipe or a socket file, or not yet. */
export function addressOf(server: ListeningServer): Address | null {
  const bound = server.address();
  if (bound === null || typeof bound !== 'object' || !(bound.port > 0)) return null;
  return { host: bound.address, port: bound.port, scheme: schemeOf(server) };
}

function schemeOf(server: ListeningServer): Address['scheme'] {
  // An https server is a TLS server, and so is a secure HTTP/2 one. A plain HTTP/2 server has no public class.
  if (server instanceof TlsServer) return 'https';
  if (server instanceof HttpServer || server.constructor.name === 'Http2Server') return 'http';
  return null;
}
