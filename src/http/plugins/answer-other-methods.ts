import { METHODS } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { ProblemError } from '../problem-error.ts';

/** All that Node can read; CONNECT never gets as far as a path. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

/**
 * Answers 405 with `Allow` where a path exists but not for this method. Call before the routes; the returned function
 * after them.
 */
export function answerOtherMethods(app: FastifyInstance): () => void {
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  const known = new Map<string, { allowed: Set<string>; config: RouteOptions['config'] }>();
  app.addHook('onRoute', (route) => {
    const entry = known.get(route.url) ?? { allowed: new Set<string>(), config: route.config };
    for (const method of [route.method].flat()) entry.allowed.add(method);
    known.set(route.url, entry);
  });
  return () => {
    for (const [url, { allowed, config }] of [...known]) {
      if (url.includes('*')) continue;
      const allow = [...allowed].sort().join(', ');
      app.route({
        method: methods.filter((method) => !allowed.has(method)),
        url,
        // Who may not use the path at all need not know which methods it has.
        config: { scope: config?.scope === 'none' ? 'none' : 'any' },
        schema: { hide: true },
        // Before a body is read: it does not matter what is in it.
        async onRequest() {
          throw new ProblemError('method-not-allowed', `Allowed methods: ${allow}.`, { headers: { allow } });
        },
        handler() {},
      });
    }
  };
}
