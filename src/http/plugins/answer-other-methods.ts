import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { ProblemError } from '../problem-error.ts';

const methods: HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/**
 * Answers 405 with `Allow` where a path exists but not for this method. Call before the routes; the returned function
 * after them.
 */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const known = new Map<string, { allowed: Set<string>; config: RouteOptions['config'] }>();
  app.addHook('onRoute', (route) => {
    const entry = known.get(route.url) ?? { allowed: new Set<string>(), config: route.config };
    for (const method of [route.method].flat()) entry.allowed.add(method);
    known.set(route.url, entry);
  });
  return () => {
    for (const [url, { allowed, config }] of [...known]) {
      // The pages under /docs are a plugin's, which answers for itself.
      if (url.includes('*') || url.startsWith('/docs')) continue;
      const allow = [...allowed].sort().join(', ');
      app.route({
        method: methods.filter((method) => !allowed.has(method)),
        url,
        // Who may not use the path at all need not know which methods it has.
        config: { scope: config?.scope === 'none' ? 'none' : undefined },
        schema: { hide: true },
        handler() {
          throw new ProblemError('method-not-allowed', `This path takes ${allow}.`, { headers: { allow } });
        },
      } as RouteOptions);
    }
  };
}
