import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AcknowledgeGroup } from '../../actors/operating/acknowledge-group.ts';
import type { GroupReadings } from '../../actors/ports/outage-groups.ts';
import type { Audited } from '../audited.ts';
import { keyBounds } from '../key-bounds.ts';
import { ProblemError } from '../problem-error.ts';
import { groupAcknowledgedSchema } from '../schemas/group-acknowledged.ts';
import { toIncident } from '../schemas/incident.ts';
import { incidentAct } from '../schemas/incident-act.ts';
import { outageGroupSchemas } from '../schemas/outage-group.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** POST /api/outage-groups/:outageGroupId/acknowledge: all its open incidents. */
export function acknowledgeGroupRoute(
  app: FastifyInstance,
  groups: GroupReadings,
  acknowledgeGroup: AcknowledgeGroup,
  audited: Audited,
): void {
  app.withTypeProvider<ZodTypeProvider>().post('/api/outage-groups/:outageGroupId/acknowledge', {
    config: { scope: 'operate' },
    schema: {
      summary: 'Acknowledge an outage group: somebody is working on all its open incidents',
      tags: ['incidents'],
      params: z.object({ outageGroupId: text.uuid }),
      body: incidentAct.mark,
      response: withProblems({ 200: groupAcknowledgedSchema }),
    },
    async handler(request) {
      const { outageGroupId } = request.params;
      const { by, note = null } = request.body;
      const kept = await groups.group(outageGroupId);
      if (kept === null || !outageGroupSchemas.mayShow(request.apiKey, kept))
        throw new ProblemError('not-found', 'There is no outage group with this id.');
      const mine = kept.group.incidents.filter((incident) => keyBounds.includes(request.apiKey, incident));
      const detail = note === null ? by : `${by}: ${note}`;
      const what = { act: 'outage-group-acknowledged' as const, target: outageGroupId, detail };
      const { acknowledged, refused } = await audited(request, what, async () => {
        const outcome = await acknowledgeGroup(mine, { by, note });
        const [first] = outcome.refused;
        if (outcome.acknowledged.length === 0)
          throw new ProblemError('conflict', first?.reason ?? 'No incident of this outage group is open.');
        return outcome;
      });
      const ofGroup = new Map(acknowledged.map(({ incidentId }) => [incidentId, kept]));
      return {
        ...outageGroupSchemas.named(kept),
        acknowledged: acknowledged.map((incident) => toIncident(incident, ofGroup)),
        refused,
      };
    },
  });
}
