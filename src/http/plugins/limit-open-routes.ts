import type { FastifyInstance } from 'fastify';
import { networkOf } from '../network-of.ts';
import { RateLimiter } from '../rate-limiter.ts';
import { tooMany } from '../too-many.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however often it is asked: a balancer that is told to wait would take the node out. */
    isProbe?: boolean;
  }
}

/** Requests a minute of one network to one open route, and so many of them at once: three hundred loads of a page. */
const perMinute = 3_000;
const atOnce = 300;

/** Holds back who asks an open route without end; each route for itself, so that a flood of one hides no other. */
export function limitOpenRoutes(app: FastifyInstance): void {
  const calls = new RateLimiter(perMinute, atOnce);
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url } = request.routeOptions;
    if (config.scope !== 'none' || config.isProbe === true) return done();
    const waitMs = calls.take(`${networkOf(request.ip)} ${url}`, performance.now());
    if (waitMs === 0) return done();
    throw tooMany('Too many requests for this path from this address.', waitMs, { connection: 'close' });
  });
}
