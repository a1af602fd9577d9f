import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ActOnIncident } from '../../actors/operating/act-on-incident.ts';
import type { GroupReadings } from '../../actors/ports/outage-groups.ts';
import type { Readings } from '../../actors/ports/reading.ts';
import type { IncidentAct } from '../../domain/act-on-incident.ts';
import type { Audited } from '../audited.ts';
import { keyBounds } from '../key-bounds.ts';
import { ProblemError } from '../problem-error.ts';
import { incidentSchema, toIncident } from '../schemas/incident.ts';
import { incidentAct } from '../schemas/incident-act.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';

const acts = {
  acknowledge: 'incident-acknowledged',
  resolve: 'incident-resolved',
  note: 'incident-noted',
  retract: 'incident-note-retracted',
} as const;

/** POST /api/incidents/:incidentId/acknowledge, /resolve, /notes and /notes/retract; each answers with the incident as it is then. */
export function incidentActRoutes(
  app: FastifyInstance,
  { readings, groups }: { readings: Readings; groups: GroupReadings },
  actOnIncident: ActOnIncident,
  audited: Audited,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const options = <Body extends z.ZodType>(summary: string, body: Body) => ({
    config: { scope: 'operate' as const },
    schema: {
      summary,
      tags: ['incidents'],
      params: z.object({ incidentId: text.uuid }),
      body,
      response: withProblems({ 200: incidentSchema }),
    },
  });

  async function act(request: FastifyRequest, incidentId: string, wanted: IncidentAct) {
    const incident = await readings.incident(incidentId);
    if (incident === null || !keyBounds.includes(request.apiKey, incident)) throw unknown();
    const what = { act: acts[wanted.kind], target: incidentId, detail: detailOf(wanted) };
    const after = await audited(request, what, async () => {
      const outcome = await actOnIncident(incidentId, wanted);
      if (outcome.kind === 'unknown-incident' || outcome.kind === 'link-used') throw unknown();
      if (outcome.kind === 'refused') throw new ProblemError('conflict', outcome.reason);
      return outcome.incident;
    });
    return toIncident(after, await groups.groupsOf([incidentId]));
  }

  routes.post('/api/incidents/:incidentId/acknowledge', {
    ...options('Acknowledge an incident: somebody is working on it', incidentAct.mark),
    async handler(request) {
      const { by, note = null } = request.body;
      return act(request, request.params.incidentId, { kind: 'acknowledge', by, note });
    },
  });

  routes.post('/api/incidents/:incidentId/resolve', {
    ...options('Resolve an incident by hand, whatever the status of its service', incidentAct.mark),
    async handler(request) {
      const { by, note = null } = request.body;
      return act(request, request.params.incidentId, { kind: 'resolve', by, note });
    },
  });

  routes.post('/api/incidents/:incidentId/notes', {
    ...options('Add a note to the timeline, also of a resolved incident', incidentAct.note),
    async handler(request) {
      const { by, note, public: isPublic } = request.body;
      return act(request, request.params.incidentId, { kind: 'note', by, note, isPublic });
    },
  });

  routes.post('/api/incidents/:incidentId/notes/retract', {
    ...options('Take a public note off the status pages; it stays in the timeline', incidentAct.retract),
    async handler(request) {
      const { by, at } = request.body;
      const notedAtMs = Date.parse(at);
      return act(request, request.params.incidentId, { kind: 'retract', by, note: null, notedAtMs });
    },
  });
}

function detailOf(wanted: IncidentAct): string {
  const { kind, by, note } = wanted;
  if (kind === 'retract') return `${by}: the note of ${new Date(wanted.notedAtMs).toISOString()}`;
  if (note === null) return by;
  return kind === 'note' && wanted.isPublic === true ? `${by}: in public: ${note}` : `${by}: ${note}`;
}

function unknown(): ProblemError {
  return new ProblemError('not-found', 'There is no incident with this id.');
}
