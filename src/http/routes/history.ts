import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ReadHistory } from '../../actors/history/read-history.ts';
import type { Readings } from '../../actors/ports/reading.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { keyBounds } from '../key-bounds.ts';
import type { Paging } from '../paging.ts';
import { ProblemError } from '../problem-error.ts';
import { historySchemas } from '../schemas/history.ts';
import { pagingSchemas } from '../schemas/paging-schemas.ts';
import { text } from '../schemas/text.ts';
import { timeRange } from '../schemas/time-range.ts';
import { toTime } from '../schemas/to-time.ts';
import { wholeNumber } from '../schemas/whole-number.ts';
import { withProblems } from '../schemas/with-problems.ts';

const { query, pageOf } = pagingSchemas;
const { mostDays, interval, deploys, overlays, uptime, toInterval, toOverlays, toUptime } = historySchemas;

/** GET /api/services/:serviceId/history and …/uptime. */
export function historyRoutes(
  app: FastifyInstance,
  { readings, readHistory }: { readings: Pick<Readings, 'nameOfService'>; readHistory: ReadHistory },
  paging: Paging,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const params = z.object({ serviceId: text.uuid });
  const unknown = () => new ProblemError('not-found', 'There is no service with this id.');

  async function nameOf(serviceId: string, key: ApiKey | null) {
    const name = await readings.nameOfService(serviceId);
    if (name === null || !keyBounds.includes(key, name)) throw unknown();
    return name;
  }

  routes.get('/api/services/:serviceId/history', {
    config: { scope: 'read' },
    schema: {
      summary: 'The statuses of a service and the changes of its version, newest first',
      tags: ['services'],
      params,
      querystring: z
        .strictObject({ ...query, ...timeRange.query })
        .refine(timeRange.isInOrder, timeRange.outOfOrder),
      response: withProblems({ 200: pageOf(interval).extend({ deploys, overlays }) }),
    },
    async handler(request) {
      const { serviceId } = request.params;
      const { from, to = Number.POSITIVE_INFINITY } = request.query;
      const fromMs = from ?? 0;
      await nameOf(serviceId, request.apiKey);
      const asked = paging(request);
      const { limit, after } = asked.request;
      const found = await readHistory.intervals(serviceId, from);
      if (found === null) throw unknown();
      const beforeMs = after === null ? Number.POSITIVE_INFINITY : Number(after);
      const wanted = found.intervals.filter(
        (one) => one.fromMs < beforeMs && one.fromMs < to && (one.toMs ?? Number.POSITIVE_INFINITY) > fromMs,
      );
      const items = wanted.slice(0, limit);
      const next = wanted.length > limit ? String(items.at(-1)?.fromMs) : null;
      return {
        ...asked.reply({ items, next }, toInterval),
        deploys: found.deploys
          .filter(({ atMs }) => atMs >= fromMs && atMs < to)
          .map(({ atMs, ...deploy }) => ({ at: toTime(atMs), ...deploy })),
        overlays: toOverlays(found.overlays, fromMs, to),
      };
    },
  });

  routes.get('/api/services/:serviceId/uptime', {
    config: { scope: 'read' },
    schema: {
      summary: 'The uptime of a service: each day, and all together',
      tags: ['services'],
      params,
      querystring: z.strictObject({ days: wholeNumber(1, mostDays).default(90) }),
      response: withProblems({ 200: uptime }),
    },
    async handler(request) {
      const { serviceId } = request.params;
      const name = await nameOf(serviceId, request.apiKey);
      const report = await readHistory.uptime(serviceId, request.query.days);
      if (report === null) throw unknown();
      return toUptime({ serviceId, ...name }, report);
    },
  });
}
