import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../actors/ports/observability.ts';
import { networkOf } from '../network-of.ts';

/** So many requests of one connection may wait for their answers; nobody who means well sends more ahead. */
const mostUnanswered = 8;

/** A flood of connections is one line of log a minute. */
const silenceMs = 60_000;

const unanswered = Symbol('unanswered');
const isFull = Symbol('full');

/** A connection with how many of its requests have no answer yet, and whether it sent too many. */
type CountedSocket = Socket & { [unanswered]?: number; [isFull]?: boolean };

/**
 * Limits what unauthenticated callers can hold. Requests beyond those that may wait on a connection are not looked at: it is closed
 * when the others are answered, as HTTP allows, and the caller sends them again. A caller that does not read its
 * answers is cut off. There is a most of connections, and one network may have half of them.
 */
export function limitConnections(app: FastifyInstance, mostConnections: number, log: Log): void {
  const { server } = app;
  const dispatch = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  // Before Fastify: a request that is not looked at costs a tenth of one that is refused.
  server.on('request', (request, response) => {
    const socket = request.socket as CountedSocket;
    const waiting = socket[unanswered] ?? 0;
    if (waiting < mostUnanswered && socket[isFull] !== true) {
      socket[unanswered] = waiting + 1;
      response.on('close', countAnswer);
      for (const listener of dispatch) listener(request, response);
      return;
    }
    socket[isFull] = true;
    // Node reads all that came in one piece; the next one is left where it is.
    socket.pause();
  });

  // Nothing came and nothing went for the time that Fastify was told.
  server.on('timeout', (socket: CountedSocket) => {
    const isOurTurn = (socket[unanswered] ?? 0) > 0 && socket.writableLength === 0;
    if (!isOurTurn) socket.destroy();
  });

  limitNumber(app, mostConnections, log);
}

function countAnswer(this: ServerResponse): void {
  const socket = this.req.socket as CountedSocket;
  const waiting = (socket[unanswered] ?? 1) - 1;
  socket[unanswered] = waiting;
  if (waiting === 0 && socket[isFull] === true) socket.destroySoon();
}

function limitNumber({ server }: FastifyInstance, mostConnections: number, log: Log): void {
  const mostOfOne = Math.ceil(mostConnections / 2);
  const byNetwork = new Map<string, number>();
  let saidAtMs = Number.NEGATIVE_INFINITY;

  function say(fields: object): void {
    if (performance.now() - saidAtMs < silenceMs) return;
    saidAtMs = performance.now();
    const what =
      'refusing connections: raise the limit of open files, add API nodes, or block unknown callers';
    log.warn({ ...fields, mostConnections }, what);
  }

  server.maxConnections = mostConnections;
  server.on('drop', () => say({}));
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (byNetwork.get(network) ?? 0) + 1;
    byNetwork.set(network, count);
    socket.once('close', () => {
      const left = (byNetwork.get(network) ?? 1) - 1;
      if (left === 0) byNetwork.delete(network);
      else byNetwork.set(network, left);
    });
    if (count <= mostOfOne) return;
    say({ network });
    socket.destroy();
  });
}
