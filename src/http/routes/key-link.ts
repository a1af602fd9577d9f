import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { KeyLinks } from '../key-links.ts';
import { ProblemError } from '../problem-error.ts';

/** POST /key-link: the page gives the word of its one-time link for the key. It is there only where links are made. */
export function keyLinkRoute(app: FastifyInstance, keyLinks: KeyLinks): void {
  app.withTypeProvider<ZodTypeProvider>().post('/key-link', {
    config: { scope: 'none' },
    schema: { hide: true, body: z.object({ word: z.string().max(64) }) },
    async handler({ body }, reply) {
      const key = keyLinks.redeem(body.word);
      if (key === null) throw new ProblemError('not-found', 'This link was used already.');
      return reply.header('cache-control', 'no-store').send({ key });
    },
  });
}
