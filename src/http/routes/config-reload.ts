import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AskForReload } from '../../actors/operating/ask-for-reload.ts';
import type { Audited } from '../audited.ts';
import { requireUnbound } from '../require-unbound.ts';
import { configReloadSchema } from '../schemas/config-reload.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** POST /api/config/reload. */
export function configReloadRoute(app: FastifyInstance, askForReload: AskForReload, audited: Audited): void {
  app.withTypeProvider<ZodTypeProvider>().post('/api/config/reload', {
    config: { scope: 'admin' },
    schema: {
      summary: 'Make every node read monitor.yaml again',
      description:
        'Answers when every node has answered, at the latest after 17 seconds. A file that is not valid changes nothing on its node. Environment variables are only read when a node starts.',
      tags: ['operations'],
      response: withProblems({ 200: configReloadSchema }),
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      const what = { act: 'config-reloaded', target: 'monitor.yaml' } as const;
      const reloads = await audited(request, what, askForReload);
      const nodes = reloads.map(({ node, outcome }) => ({
        node,
        result: outcome.kind,
        changes: outcome.kind === 'changed' ? [...outcome.changes] : [],
        errors: outcome.kind === 'refused' ? [...outcome.errors] : [],
      }));
      return { nodes };
    },
  });
}
