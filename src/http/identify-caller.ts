import type { FastifyRequest } from 'fastify';
import type { HttpMeter, Log } from '../actors/ports/observability.ts';
import { type ApiKey, keyIdOf } from '../domain/api-key.ts';
import type { KeyRing } from './key-ring.ts';
import { networkOf } from './network-of.ts';
import { ProblemError } from './problem-error.ts';
import { RateLimiter } from './rate-limiter.ts';
import { tooMany } from './too-many.ts';

export type Caller =
  | { kind: 'known'; key: ApiKey }
  /** `turnAway` counts it, and says what is answered. */
  | { kind: 'unauthenticated'; turnAway: () => ProblemError };

/** Whose key a request brings, or why it is turned away. */
export type IdentifyCaller = (request: FastifyRequest) => Caller;

/** A flood of unauthenticated requests is one line of log a minute. */
const silenceMs = 60_000;

/**
 * Identifies callers by their keys, and answers all others alike whatever is wrong with the key. Unauthenticated callers
 * that send too much from one network are rate limited. Keys are checked first, so nobody is locked out by others
 * behind the same address.
 */
export function createIdentifyCaller(parts: {
  keyRing: KeyRing;
  failuresPerMinute: number;
  meter: HttpMeter;
  log: Log;
}): IdentifyCaller {
  const { keyRing, meter } = parts;
  const failures = new RateLimiter(parts.failuresPerMinute);
  let saidAtMs = Number.NEGATIVE_INFINITY;

  function turnAway(request: FastifyRequest): ProblemError {
    if (!keyRing.isLoaded()) {
      const headers = { 'retry-after': '1' };
      return new ProblemError('unavailable', 'The API keys are not loaded yet. Try again.', { headers });
    }
    const nowMs = performance.now();
    const network = networkOf(request.ip ?? '');
    const waitMs = failures.take(network, nowMs);
    meter.failedAuthentication(waitMs === 0 ? 'unauthorized' : 'rate-limited');
    if (waitMs === 0) return unauthorized();
    if (nowMs - saidAtMs > silenceMs) {
      saidAtMs = nowMs;
      parts.log.warn({ network }, 'too many requests without a valid API key; answering 429 to this network');
    }
    return tooMany('Too many requests without a valid API key from this address.', waitMs, {
      connection: 'close',
    });
  }

  return (request) => {
    const key = keyRing.find(headerOf(request));
    return key === null
      ? { kind: 'unauthenticated', turnAway: () => turnAway(request) }
      : { kind: 'known', key };
  };
}

/**
 * `X-API-Key`, or a bearer token where there is none: an operator of Prometheus can send no header of its own. Several
 * `X-API-Key` headers arrive joined by commas, which no key contains.
 */
function headerOf(request: FastifyRequest): string | undefined {
  const { 'x-api-key': named, authorization = '' } = request.headers;
  const header = named ?? /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  return typeof header === 'string' && keyIdOf(header) !== null ? header : undefined;
}

function unauthorized(): ProblemError {
  return new ProblemError('unauthorized', 'Send a valid API key in the header X-API-Key.', {
    headers: { 'www-authenticate': 'ApiKey realm="service-monitor"', connection: 'close' },
  });
}
