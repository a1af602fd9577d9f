import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ProblemError } from '../problem-error.ts';
import { callerSchema, toCaller } from '../schemas/caller.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** GET /api/caller, for every key. */
export function callerRoute(app: FastifyInstance): void {
  app.withTypeProvider<ZodTypeProvider>().get('/api/caller', {
    config: { scope: 'any' },
    schema: {
      summary: 'Who calls, and what they may do',
      tags: ['keys'],
      response: withProblems({ 200: callerSchema }),
    },
    async handler({ apiKey, person }) {
      if (apiKey === null) throw new ProblemError('unauthorized', 'This requires an API key.');
      return toCaller(apiKey, person !== null);
    },
  });
}
