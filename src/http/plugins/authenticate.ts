import type { FastifyInstance } from 'fastify';
import type { ApiKey, Scope } from '../../domain/api-key.ts';
import { identifyCaller } from '../identify-caller.ts';
import type { KeyRing } from '../key-ring.ts';
import { ProblemError } from '../problem-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null only on open routes. */
    apiKey: ApiKey | null;
  }
  interface FastifyContextConfig {
    /** The scope that a key needs; `none` opens the route to everybody. Absent: nobody gets in. */
    scope?: Scope | 'none';
  }
}

/**
 * Turns away who has no valid key before a byte of the body is read, on unknown paths too, so that nobody learns what
 * exists. A key in the query is not looked at.
 */
export function registerAuthentication(app: FastifyInstance, keyRing: KeyRing): void {
  app.decorateRequest('apiKey', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { scope } = request.routeOptions.config;
    if (scope === 'none') return done();
    const caller = identifyCaller(keyRing, request);
    if (caller.kind === 'stranger') throw caller.error;
    const { key } = caller;
    request.apiKey = key;
    if (scope !== undefined && !key.scopes.includes(scope)) {
      throw new ProblemError('forbidden', `This needs a key with the scope "${scope}".`);
    }
    done();
  });
}
