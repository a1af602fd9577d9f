import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { GroupReadings } from '../../actors/ports/outage-groups.ts';
import type { IncidentReading, Readings } from '../../actors/ports/reading.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { keyBounds } from '../key-bounds.ts';
import type { Paging } from '../paging.ts';
import { ProblemError } from '../problem-error.ts';
import { incidentSchema, incidentState, toIncident } from '../schemas/incident.ts';
import { notificationSchema, notificationState, toNotificationReply } from '../schemas/notification.ts';
import { outageGroupSchemas } from '../schemas/outage-group.ts';
import { pagingSchemas } from '../schemas/paging-schemas.ts';
import { text } from '../schemas/text.ts';
import { timeRange } from '../schemas/time-range.ts';
import { withProblems } from '../schemas/with-problems.ts';

const { query, pageOf } = pagingSchemas;

/** GET /api/incidents, one of them, and what was told of it. */
export function incidentRoutes(
  app: FastifyInstance,
  { readings, groups }: { readings: Readings; groups: GroupReadings },
  paging: Paging,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function find(incidentId: string, key: ApiKey | null): Promise<IncidentReading> {
    const incident = await readings.incident(incidentId);
    if (incident !== null && keyBounds.includes(key, incident)) return incident;
    throw new ProblemError('not-found', 'There is no incident with this id.');
  }

  /**
   * Of whom messages are kept: an incident, an outage group, a service (health and trouble), a digest, or an impairment of
   * the monitor; only the first three are for keys that are bound to services.
   */
  async function mayRead(id: string, key: ApiKey | null): Promise<boolean> {
    const [incident, group, service] = await Promise.all([
      readings.incident(id),
      groups.group(id),
      readings.nameOfService(id),
    ]);
    if (group !== null) return outageGroupSchemas.mayShow(key, group);
    const of = incident ?? service;
    if (of !== null) return keyBounds.includes(key, of);
    return (
      !keyBounds.isBound(key) &&
      (await readings.notifications(id, { limit: 1, after: null })).items.length > 0
    );
  }

  routes.get('/api/incidents', {
    config: { scope: 'read' },
    schema: {
      summary: 'List incidents, newest first',
      tags: ['incidents'],
      querystring: z
        .strictObject({
          ...query,
          state: incidentState.optional(),
          serviceId: text.uuid.optional(),
          ...timeRange.query,
        })
        .refine(timeRange.isInOrder, timeRange.outOfOrder),
      response: withProblems({ 200: pageOf(incidentSchema) }),
    },
    async handler(request) {
      const { state, serviceId, from = 0, to = Number.POSITIVE_INFINITY } = request.query;
      const asked = paging(request);
      const page = await readings.incidents(asked.request, {
        serviceId,
        fromMs: from,
        toMs: to,
        includes: (incident) =>
          keyBounds.includes(request.apiKey, incident) &&
          (state === undefined || incident.state === state) &&
          incident.startedAtMs >= from &&
          incident.startedAtMs <= to,
      });
      const groupsOf = await groups.groupsOf(page.items.map(({ incidentId }) => incidentId));
      return asked.reply(page, (incident) => toIncident(incident, groupsOf));
    },
  });

  routes.get('/api/incidents/:incidentId', {
    config: { scope: 'read' },
    schema: {
      summary: 'One incident with its timeline',
      tags: ['incidents'],
      params: z.object({ incidentId: text.uuid }),
      response: withProblems({ 200: incidentSchema }),
    },
    async handler(request) {
      const incident = await find(request.params.incidentId, request.apiKey);
      return toIncident(incident, await groups.groupsOf([incident.incidentId]));
    },
  });

  routes.get('/api/notifications', {
    config: { scope: 'read' },
    schema: {
      summary: 'List messages: sent, failed, and suppressed with the reason',
      tags: ['incidents'],
      querystring: z
        .strictObject({
          ...query,
          incidentId: text.uuid.optional().meta({
            description: 'Or what stands in its place in a message: an outage group, a service, a digest.',
          }),
          channelId: text.plain(64).optional(),
          state: notificationState.optional(),
          ...timeRange.query,
        })
        .refine(timeRange.isInOrder, timeRange.outOfOrder),
      response: withProblems({ 200: pageOf(notificationSchema) }),
    },
    async handler(request) {
      const { incidentId = null, channelId, state, from = 0, to = Number.POSITIVE_INFINITY } = request.query;
      if (incidentId !== null) {
        if (!(await mayRead(incidentId, request.apiKey)))
          throw new ProblemError('not-found', 'There is nothing with this id that messages are about.');
      } else if (keyBounds.isBound(request.apiKey)) {
        throw new ProblemError(
          'forbidden',
          'This API key is bound to services: set incidentId to an incident of one of them.',
        );
      }
      const asked = paging(request);
      const page = await readings.notifications(incidentId, asked.request, {
        ...{ fromMs: from, toMs: to },
        includes: (row) =>
          (channelId === undefined || row.channelId === channelId) &&
          (state === undefined || row.state === state),
      });
      return asked.reply(page, (found) => toNotificationReply(found, request.apiKey));
    },
  });
}
