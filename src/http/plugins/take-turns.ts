import type { FastifyInstance } from 'fastify';
import { tooMany } from '../too-many.ts';
import { Turns } from '../turns.ts';

/** So many reads run side by side on a node: more would only take the time of heartbeats. */
const mostRunning = 4;

/** So many of one key may wait; a dashboard asks for a few at once. */
const mostWaiting = 64;

/** Lists are read a few at a time, so that heartbeats stand behind no crowd of them. What needs no scope is not held up. */
export function takeTurns(app: FastifyInstance): void {
  const turns = new Turns(mostRunning, mostWaiting);
  app.addHook('preHandler', (request, reply, done) => {
    const { apiKey, method } = request;
    if (method !== 'GET' || apiKey === null || request.routeOptions.config.isStream === true) return done();
    const isWanted = () => !request.raw.socket.destroyed;
    const begin = () => {
      reply.raw.once('close', () => turns.done());
      done();
    };
    if (!turns.ask(apiKey.keyId, isWanted, begin))
      throw tooMany('Too many requests with this API key are waiting for an answer on this node.', 1_000, {
        connection: 'close',
      });
  });
}
