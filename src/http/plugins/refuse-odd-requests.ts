import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hangUp } from '../hang-up.ts';
import { ProblemError } from '../problem-error.ts';

/** A browser sends twenty; Node would silently leave out those beyond its own limit. */
const mostHeaders = 128;

/**
 * Refuses what HTTP allows or Node answers by itself, and what nobody who means well sends: other hosts in the path,
 * no Host at all or two, expectations, more headers than anybody needs, tunnels.
 */
export function refuseOddRequests(app: FastifyInstance): void {
  app.server.maxHeadersCount = mostHeaders + 1;
  app.addHook('onRequest', (request, _reply, done) => {
    refuse(request);
    done();
  });
  // Node would answer 417 without a body, and ask for a body before its headers were looked at.
  for (const event of ['checkExpectation', 'checkContinue']) {
    app.server.on(event, (request, response) => app.server.emit('request', request, response));
  }
  app.server.on('connect', (_request, socket) => {
    hangUp(socket as Socket, 'malformed-request', 'This server is not a proxy.');
  });
}

/** What proxies and servers could take the one or the other of, by length, which no two of them share. */
const singletons: readonly (string | undefined)[] = [
  'host',
  'expect',
  'content-type',
  'content-length',
  'transfer-encoding',
].reduce<(string | undefined)[]>((byLength, name) => {
  byLength[name.length] = name;
  return byLength;
}, []);

function hasTwice(rawHeaders: readonly string[]): boolean {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i] ?? '';
    if (singletons[header.length] === undefined || header.toLowerCase() !== singletons[header.length])
      continue;
    const mark = 1 << header.length;
    if ((found & mark) !== 0) return true;
    found |= mark;
  }
  return false;
}

function refuse({ raw, headers }: FastifyRequest): void {
  if (raw.rawHeaders.length > 2 * mostHeaders) {
    throw new ProblemError('headers-too-large', `A request may have at most ${mostHeaders} headers.`);
  }
  if (hasTwice(raw.rawHeaders)) {
    throw new ProblemError('malformed-request', 'A header that may occur only once is repeated.');
  }
  if (raw.httpVersionMajor !== 1) throw new ProblemError('malformed-request', 'HTTP/1.1 is required.');
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    throw new ProblemError('malformed-request', 'Send the header Host.');
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw new ProblemError('expectation-failed', 'Remove the header Expect.');
  }
  const { url = '' } = raw;
  if (!url.startsWith('/') && authorityOf(url) !== headers.host?.toLowerCase()) {
    throw new ProblemError('malformed-request', 'The host in the path is not the one in the header Host.');
  }
}

/** Of a whole URL as the path, which HTTP allows for proxies; null: it is none. */
function authorityOf(url: string): string | null {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}
