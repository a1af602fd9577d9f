import type { FastifyRequest } from 'fastify';
import { type ApiKey, keyIdOf } from '../domain/api-key.ts';
import type { KeyRing } from './key-ring.ts';
import { ProblemError } from './problem-error.ts';

export type Caller = { kind: 'known'; key: ApiKey } | { kind: 'stranger'; error: ProblemError };

/** Whose key a request brings, or why it is turned away: with the same words whatever is wrong with the key. */
export function identifyCaller(keyRing: KeyRing, request: FastifyRequest): Caller {
  const key = keyRing.find(headerOf(request));
  return key === null ? { kind: 'stranger', error: turnedAway(keyRing) } : { kind: 'known', key };
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
