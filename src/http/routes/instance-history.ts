import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { MetricSamples } from '../../actors/ports/metric-samples.ts';
import { pointEveryMs } from '../../domain/instance-metrics.ts';
import type { NameOfInstance } from '../instance-names.ts';
import { keyBounds } from '../key-bounds.ts';
import { ProblemError } from '../problem-error.ts';
import { metricPoint, toMetricPoint } from '../schemas/metric-point.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** GET /api/instances/:instanceId/metrics. */
export function instanceHistoryRoute(
  app: FastifyInstance,
  metricSamples: Pick<MetricSamples, 'points'>,
  nameOf: NameOfInstance,
): void {
  app.withTypeProvider<ZodTypeProvider>().get('/api/instances/:instanceId/metrics', {
    config: { scope: 'read' },
    schema: {
      summary: 'The metrics of an instance in the last hour, a point a minute',
      tags: ['instances'],
      params: z.object({ instanceId: text.uuid }),
      response: withProblems({
        200: z.object({
          instanceId: z.string(),
          everySeconds: z.int(),
          points: z.array(metricPoint).meta({
            description:
              'Oldest first. There is none of a minute in which the instance was not heard, nor while metrics are not kept (MONITOR_METRICS_HISTORY).',
          }),
        }),
      }),
    },
    async handler(request) {
      const { instanceId } = request.params;
      const name = await nameOf(instanceId);
      if (name === null || !keyBounds.includes(request.apiKey, name))
        throw new ProblemError('instance-unknown', 'There is no instance with this id.');
      const points = await metricSamples.points(instanceId);
      return { instanceId, everySeconds: pointEveryMs / 1000, points: points.map(toMetricPoint) };
    },
  });
}
