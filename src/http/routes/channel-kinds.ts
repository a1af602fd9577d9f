import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Operating } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { requireUnbound } from '../require-unbound.ts';
import { channelKindSchemas } from '../schemas/channel-kind.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** GET /api/channel-kinds and /api/channel-kinds/:type: what a form for a channel is made of. */
export function channelKindRoutes(
  app: FastifyInstance,
  { kindsOfChannels, hasSecretKey }: Pick<Operating, 'kindsOfChannels' | 'hasSecretKey'>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const common = { config: { scope: 'admin' as const } };
  const tags = ['channels'];

  routes.get('/api/channel-kinds', {
    ...common,
    schema: {
      summary: 'List the kinds of channels that can be made over the API',
      ...{ tags, response: withProblems({ 200: channelKindSchemas.list }) },
    },
    handler(request) {
      requireUnbound(request.apiKey);
      return { items: kindsOfChannels.all(), nextCursor: null, secretKeySet: hasSecretKey };
    },
  });

  routes.get('/api/channel-kinds/:type', {
    ...common,
    schema: {
      summary: 'Describe a kind of channel and its fields',
      ...{ tags, params: z.object({ type: z.string().max(64) }) },
      response: withProblems({ 200: channelKindSchemas.kind }),
    },
    handler(request) {
      requireUnbound(request.apiKey);
      const kind = kindsOfChannels.find(request.params.type);
      if (kind === null)
        throw new ProblemError('not-found', 'No channel of this type can be made over the API.');
      return { ...kind, secrets: [...kind.secrets] };
    },
  });
}
