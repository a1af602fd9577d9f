import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { DrillOutcome } from '../../actors/operating/drill-channel.ts';
import type { Audited } from '../audited.ts';
import type { Operating } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { requireUnbound } from '../require-unbound.ts';
import { channelSchemas, toDrillReply } from '../schemas/channel.ts';
import { withProblems } from '../schemas/with-problems.ts';

const channelId = z.string().max(64);

/** POST /api/channels/:channelId/drill, and GET /api/channels/:channelId/drills/:drillId. */
export function drillRoutes(
  app: FastifyInstance,
  { drillChannel, readDrill }: Pick<Operating, 'drillChannel' | 'readDrill'>,
  audited: Audited,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const common = { config: { scope: 'admin' as const } };

  routes.post('/api/channels/:channelId/drill', {
    ...common,
    schema: {
      summary: 'Send a message that asks whoever reads it to confirm that',
      tags: ['channels'],
      params: z.object({ channelId }),
      response: withProblems({ 200: channelSchemas.drill }),
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      const { channelId } = request.params;
      return audited(request, { act: 'channel-drilled', target: channelId }, async () => {
        const outcome = await drillChannel(channelId);
        if (outcome.kind !== 'sent') throw refusal(outcome);
        return toDrillReply(outcome.drill);
      });
    },
  });

  routes.get('/api/channels/:channelId/drills/:drillId', {
    ...common,
    schema: {
      summary: 'Whether a person confirmed a drill',
      tags: ['channels'],
      params: z.object({ channelId, drillId: z.uuid() }),
      response: withProblems({ 200: channelSchemas.drill }),
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      const drill = await readDrill(request.params.drillId);
      if (drill === null || drill.channelId !== request.params.channelId)
        throw new ProblemError(
          'not-found',
          'There is no such drill of this channel, or its link has expired.',
        );
      return toDrillReply(drill);
    },
  });
}

function refusal(outcome: Exclude<DrillOutcome, { kind: 'sent' }>): ProblemError {
  switch (outcome.kind) {
    case 'unknown-channel':
      return new ProblemError('not-found', 'No channel with this id is configured on this node.');
    case 'no-links':
      return new ProblemError(
        'conflict',
        'A drill needs a link that people can open: set MONITOR_PUBLIC_URL, and MONITOR_LINK_LIFETIME to more than 0s.',
      );
    case 'failed':
      return new ProblemError('conflict', `The drill was not sent: ${outcome.outcome.reason}.`);
    default:
      return outcome satisfies never;
  }
}
