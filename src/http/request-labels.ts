import type { FastifyRequest } from 'fastify';

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What a request is counted under: fixed words, whatever methods and paths callers send. */
export function requestLabels(request: FastifyRequest): { method: string; route: string } {
  const { url, config } = request.routeOptions;
  const isUnauthenticated = config.scope !== 'none' && request.apiKey === null;
  return {
    method: methods.has(request.method) ? request.method : 'other',
    route: url === undefined || isUnauthenticated ? 'unknown' : url,
  };
}
