import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { GroupReadings } from '../../actors/ports/outage-groups.ts';
import type { Paging } from '../paging.ts';
import { ProblemError } from '../problem-error.ts';
import { outageGroupSchemas } from '../schemas/outage-group.ts';
import { pagingSchemas } from '../schemas/paging-schemas.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';

const { query, pageOf } = pagingSchemas;
const { shown, mayShow, toReply } = outageGroupSchemas;

/** GET /api/outage-groups, and one of them. */
export function outageGroupRoutes(app: FastifyInstance, groups: GroupReadings, paging: Paging): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['incidents'];

  routes.get('/api/outage-groups', {
    config: { scope: 'read' },
    schema: {
      summary: 'List outage groups, newest first: incidents with one cause',
      tags,
      querystring: z.strictObject({ ...query, state: z.enum(['open', 'ended']).optional() }),
      response: withProblems({ 200: pageOf(shown) }),
    },
    async handler(request) {
      const { state } = request.query;
      const asked = paging(request);
      const page = await groups.groups(
        asked.request,
        (kept) =>
          mayShow(request.apiKey, kept) &&
          (state === undefined || (kept.group.endedAtMs === null) === (state === 'open')),
      );
      return asked.reply(page, (kept) => toReply(kept, request.apiKey));
    },
  });

  routes.get('/api/outage-groups/:outageGroupId', {
    config: { scope: 'read' },
    schema: {
      summary: 'One outage group with its incidents',
      tags,
      params: z.object({ outageGroupId: text.uuid }),
      response: withProblems({ 200: shown }),
    },
    async handler(request) {
      const kept = await groups.group(request.params.outageGroupId);
      if (kept !== null && mayShow(request.apiKey, kept)) return toReply(kept, request.apiKey);
      throw new ProblemError('not-found', 'There is no outage group with this id.');
    },
  });
}
