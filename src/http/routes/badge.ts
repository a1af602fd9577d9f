import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createBadgeReadings } from '../badges/badge-readings.ts';
import { drawBadge } from '../badges/draw-badge.ts';
import { memoryFiles } from '../memory-files.ts';
import type { Api } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { historySchemas } from '../schemas/history.ts';
import { text } from '../schemas/text.ts';
import { wholeNumber } from '../schemas/whole-number.ts';
import { withProblems } from '../schemas/with-problems.ts';

const { mostDays } = historySchemas;

const usualDays = 30;

const headers = {
  // A picture that is opened by itself is a document of this origin.
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};

const querystring = z
  .strictObject({
    show: z.enum(['status', 'uptime']).default('status'),
    days: wholeNumber(1, mostDays)
      .optional()
      .meta({
        description: `With \`show=uptime\`: of so many days, the last one is today (UTC); ${usualDays} if absent.`,
      }),
  })
  .refine(({ show, days }) => show === 'uptime' || days === undefined, {
    path: ['days'],
    message: 'is only known with show=uptime',
  });

/**
 * GET /badge/:serviceId.svg. Open, for services that `MONITOR_BADGES` names. What is not public answers like what does not
 * exist: nobody learns which services there are.
 */
export function badgeRoute(
  app: FastifyInstance,
  api: Pick<Api, 'readings' | 'readHistory' | 'badged'>,
): void {
  const badges = createBadgeReadings(api, mostDays, () => performance.now());
  app.withTypeProvider<ZodTypeProvider>().get('/badge/:serviceId.svg', {
    config: { scope: 'none' },
    schema: {
      summary: 'A badge with the status or the uptime of a public service',
      tags: ['services'],
      security: [],
      params: z.object({ serviceId: text.uuid }),
      querystring,
      response: withProblems({
        200: { description: 'The badge', content: { 'image/svg+xml': { schema: z.string() } } },
      }),
    },
    async handler(request, reply) {
      const { serviceId } = request.params;
      const { show, days = usualDays } = request.query;
      const badge = await (show === 'status' ? badges.status(serviceId) : badges.uptime(serviceId, days));
      if (badge === null) throw new ProblemError('not-found', 'There is no badge of a service with this id.');
      const file = memoryFiles.make(drawBadge(badge), 'image/svg+xml; charset=utf-8');
      return memoryFiles.send(request, reply.headers(headers), file, 'public, max-age=60');
    },
  });
}
