import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey, Scope } from '../../domain/api-key.ts';
import type { Person } from '../../domain/sign-in/session.ts';
import type { IdentifyCaller } from '../identify-caller.ts';
import { ProblemError } from '../problem-error.ts';
import { RateLimiter } from '../rate-limiter.ts';
import type { FindSignedIn } from '../sign-in/find-signed-in.ts';
import { tooMany } from '../too-many.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, or what the person may do who does; null only on open routes. */
    apiKey: ApiKey | null;
    /** Who calls with a session in place of a key. */
    person: Pick<Person, 'name' | 'subject'> | null;
  }
  interface FastifyContextConfig {
    /** The scope that a key needs; `none` opens the route to everybody, `any` to every key. Absent: nobody gets in. */
    scope?: Scope | 'none' | 'any';
  }
}

/**
 * Turns away who has no valid key before a byte of the body is read, on unknown paths too, so that nobody learns what
 * exists. A key in the query is not looked at. What instances send is never held back: a fleet that restarts must get
 * through, and a heartbeat that is refused would be silence. Everything else has a limit for each key. `findSignedIn`: who
 * came without a key may have a session, but not where instances report.
 */
export function registerAuthentication(
  app: FastifyInstance,
  identifyCaller: IdentifyCaller,
  requestsPerMinute: number,
  findSignedIn: FindSignedIn | null = null,
): void {
  const calls = new RateLimiter(requestsPerMinute);
  app.decorateRequest('apiKey', null);
  app.decorateRequest('person', null);

  function admit(request: FastifyRequest, reply: FastifyReply, key: ApiKey): void {
    const { scope } = request.routeOptions.config;
    request.apiKey = key;
    if (scope === undefined) {
      if (!request.is404) throw new ProblemError('forbidden', 'No API key may call this route.');
    } else if (scope !== 'any' && scope !== 'none' && !key.scopes.includes(scope)) {
      const what = request.person === null ? 'an API key with the scope' : 'a group of yours with the scope';
      throw new ProblemError('forbidden', `This requires ${what} "${scope}".`);
    }
    if (scope === 'ingest') return;
    // What was read for one key must not be kept for the next.
    void reply.header('cache-control', 'no-store');
    const waitMs = calls.take(key.keyId, performance.now());
    if (waitMs > 0) throw tooMany('Too many requests with this API key on this node.', waitMs);
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { scope } = request.routeOptions.config;
    if (scope === 'none') return done();
    const caller = identifyCaller(request);
    if (caller.kind === 'known') {
      admit(request, reply, caller.key);
      return done();
    }
    const finding = scope === 'ingest' || findSignedIn === null ? null : findSignedIn(request);
    if (finding === null) throw caller.turnAway();
    finding
      .then((signedIn) => {
        if (signedIn === null) throw caller.turnAway();
        request.person = signedIn.person;
        admit(request, reply, signedIn.key);
      })
      .then(() => done(), done);
  });
}
