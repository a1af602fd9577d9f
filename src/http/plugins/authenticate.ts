import type { FastifyInstance } from 'fastify';
import type { ApiKey, Scope } from '../../domain/api-key.ts';
import type { IdentifyCaller } from '../identify-caller.ts';
import { ProblemError } from '../problem-error.ts';
import { RateLimiter } from '../rate-limiter.ts';
import { tooMany } from '../too-many.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null only on open routes. */
    apiKey: ApiKey | null;
  }
  interface FastifyContextConfig {
    /** The scope that a key needs; `none` opens the route to everybody, `any` to every key. Absent: nobody gets in. */
    scope?: Scope | 'none' | 'any';
  }
}

/**
 * Turns away who has no valid key before a byte of the body is read, on unknown paths too, so that nobody learns what
 * exists. A key in the query is not looked at. What instances send is never held back: a fleet that restarts must get
 * through, and a heartbeat that is refused would be silence. Everything else has a limit for each key.
 */
export function registerAuthentication(
  app: FastifyInstance,
  identifyCaller: IdentifyCaller,
  requestsPerMinute: number,
): void {
  const calls = new RateLimiter(requestsPerMinute);
  app.decorateRequest('apiKey', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { scope } = request.routeOptions.config;
    if (scope === 'none') return done();
    const caller = identifyCaller(request);
    if (caller.kind === 'unauthenticated') throw caller.error;
    const { key } = caller;
    request.apiKey = key;
    if (scope === undefined) {
      if (!request.is404) throw new ProblemError('forbidden', 'No API key may call this route.');
    } else if (scope !== 'any' && !key.scopes.includes(scope)) {
      throw new ProblemError('forbidden', `This requires an API key with the scope "${scope}".`);
    }
    if (scope === 'ingest') return done();
    // What was read for one key must not be kept for the next.
    void reply.header('cache-control', 'no-store');
    const waitMs = calls.take(key.keyId, performance.now());
    if (waitMs > 0) throw tooMany('Too many requests with this API key on this node.', waitMs);
    done();
  });
}
