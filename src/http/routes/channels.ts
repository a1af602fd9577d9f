import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Audited } from '../audited.ts';
import type { Operating } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { requireUnbound } from '../require-unbound.ts';
import { channelSchemas, toChannelReply } from '../schemas/channel.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** GET /api/channels, and POST /api/channels/:channelId/test. */
export function channelRoutes(
  app: FastifyInstance,
  { channels, channelHealths, testChannel }: Pick<Operating, 'channels' | 'channelHealths' | 'testChannel'>,
  audited: Audited,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const common = { config: { scope: 'admin' as const } };

  routes.get('/api/channels', {
    ...common,
    schema: {
      summary: 'List the channels, where each comes from and how it does',
      tags: ['channels'],
      response: withProblems({ 200: channelSchemas.list }),
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      const all = await channels();
      const healths = new Map((await channelHealths(all)).map((health) => [health.channelId, health]));
      const items = all.flatMap((channel) => {
        const health = healths.get(channel.channelId);
        return health === undefined ? [] : [toChannelReply(channel, health)];
      });
      return { items, nextCursor: null };
    },
  });

  routes.post('/api/channels/:channelId/test', {
    ...common,
    schema: {
      summary: 'Send a test message and return the result',
      tags: ['channels'],
      params: z.object({ channelId: z.string().max(64) }),
      response: withProblems({ 200: channelSchemas.test }),
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      const { channelId } = request.params;
      const found = (await channels()).find((channel) => channel.channelId === channelId);
      if (found === undefined) throw unknown();
      const { type, stored } = found;
      if (stored !== null && !stored.isEnabled)
        throw new ProblemError('conflict', 'This channel is switched off: switch it on, then test it.');
      const tested = await audited(request, { act: 'channel-tested', target: channelId }, () =>
        testChannel(channelId),
      );
      if (tested.kind === 'unknown-channel') throw unknown();
      const { outcome, tookMs } = tested;
      const failed = outcome.kind === 'failed' ? outcome : null;
      return {
        channelId,
        type,
        result: outcome.kind,
        tookMs: Math.round(tookMs),
        permanent: failed?.permanent ?? null,
        reason: outcome.kind === 'sent' ? (outcome.note ?? null) : outcome.reason,
      };
    },
  });
}

function unknown(): ProblemError {
  return new ProblemError('not-found', 'No channel with this id is configured on this node.');
}
