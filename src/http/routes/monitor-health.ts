import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { MonitorHealth, ReadMonitorHealth } from '../../actors/ports/monitor-health.ts';
import { KeptAnswers } from '../badges/kept-answers.ts';
import { requireUnbound } from '../require-unbound.ts';
import { monitorHealthSchema, toMonitorHealth } from '../schemas/monitor-health.ts';
import { withProblems } from '../schemas/with-problems.ts';

/** However many look at it, Redis is asked once in this time. */
const keepMs = 1_000;

/** GET /api/monitor. */
export function monitorHealthRoute(app: FastifyInstance, readMonitorHealth: ReadMonitorHealth): void {
  const kept = new KeptAnswers<MonitorHealth>(keepMs, 1, () => performance.now());
  app.withTypeProvider<ZodTypeProvider>().get('/api/monitor', {
    config: { scope: 'read' },
    schema: {
      summary: 'How the monitor itself is: blind time, lateness, queues, impairment, nodes',
      tags: ['operations'],
      response: withProblems({ 200: monitorHealthSchema }),
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      const health = await kept.get('', readMonitorHealth);
      return toMonitorHealth(health ?? (await readMonitorHealth()));
    },
  });
}
