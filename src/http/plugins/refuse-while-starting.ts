import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Says how this node is, and so is answered from the first moment on. */
    isAboutNode?: boolean;
  }
}

/** Tells callers to come again as long as this node waits for what it needs at its start. */
export function refuseWhileStarting(app: FastifyInstance, startsFor: () => string | null): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const reason = startsFor();
    if (reason === null || request.routeOptions.config.isAboutNode === true) return done();
    const headers = { 'retry-after': '1' };
    throw new ProblemError('unavailable', `This node is not ready: ${reason}. Try again.`, { headers });
  });
}
