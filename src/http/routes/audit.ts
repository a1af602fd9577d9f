import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AuditTrail } from '../../actors/ports/access.ts';
import type { Paging } from '../paging.ts';
import { requireUnbound } from '../require-unbound.ts';
import { auditSchema, toAuditReply } from '../schemas/audit.ts';
import { pagingSchemas } from '../schemas/paging-schemas.ts';
import { withProblems } from '../schemas/with-problems.ts';

const { query, pageOf } = pagingSchemas;

/** GET /api/audit. */
export function auditRoute(app: FastifyInstance, auditTrail: AuditTrail, paging: Paging): void {
  app.withTypeProvider<ZodTypeProvider>().get('/api/audit', {
    config: { scope: 'admin' },
    schema: {
      summary: 'List the audit log: who did what with an API key, newest first',
      tags: ['keys'],
      querystring: z.strictObject(query),
      response: withProblems({ 200: pageOf(auditSchema) }),
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      const asked = paging(request);
      return asked.reply(await auditTrail.list(asked.request), toAuditReply);
    },
  });
}
