import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiKey, keyIdOf, type Scope } from '../../domain/api-key.ts';
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
  app.addHook('onRequest', async (request) => {
    const { scope } = request.routeOptions.config;
    if (scope === 'none') return;
    const key = keyRing.find(headerOf(request));
    if (key === null) throw turnedAway(keyRing);
    request.apiKey = key;
    if (scope !== undefined && !key.scopes.includes(scope)) {
      throw new ProblemError('forbidden', `This needs a key with the scope "${scope}".`);
    }
  });
}

/** Why this caller is turned away; null: its key is good. For requests that no hook sees. */
export function strangerError(keyRing: KeyRing, request: FastifyRequest): ProblemError | null {
  return keyRing.find(headerOf(request)) === null ? turnedAway(keyRing) : null;
}

/** Several `X-API-Key` headers arrive joined by commas, which no key contains. */
function headerOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key'];
  return typeof header === 'string' && keyIdOf(header) !== null ? header : undefined;
}

function turnedAway(keyRing: KeyRing): ProblemError {
  if (!keyRing.isLoaded()) {
    const headers = { 'retry-after': '1' };
    return new ProblemError('unavailable', 'The API keys could not be read yet. Try again.', { headers });
  }
  return new ProblemError('unauthorized', 'Send a valid API key in the header X-API-Key.', {
    headers: { 'www-authenticate': 'ApiKey realm="service-monitor"', connection: 'close' },
  });
}
