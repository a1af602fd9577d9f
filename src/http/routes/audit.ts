import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AuditTrail } from '../../actors/ports/access.ts';
import { type AuditEntry, auditActs } from '../../domain/audit.ts';
import { matchesGlob } from '../../domain/glob.ts';
import type { Paging } from '../paging.ts';
import { requireUnbound } from '../require-unbound.ts';
import { auditSchema, toAuditReply } from '../schemas/audit.ts';
import { pagingSchemas } from '../schemas/paging-schemas.ts';
import { text } from '../schemas/text.ts';
import { withProblems } from '../schemas/with-problems.ts';

const { query, pageOf } = pagingSchemas;

const by = text.glob.optional().meta({
  description:
    'A glob of the name of the key, of its id, or of the name that a person gave who acted on an incident.',
});

/** GET /api/audit. */
export function auditRoute(app: FastifyInstance, auditTrail: AuditTrail, paging: Paging): void {
  app.withTypeProvider<ZodTypeProvider>().get('/api/audit', {
    config: { scope: 'admin' },
    schema: {
      summary: 'List the audit log: who did what with an API key, newest first',
      tags: ['keys'],
      querystring: z.strictObject({ ...query, act: z.enum(auditActs).optional(), by }),
      response: withProblems({ 200: pageOf(auditSchema) }),
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      const { act, by: glob } = request.query;
      const isAsked = act !== undefined || glob !== undefined;
      const isWanted = (entry: AuditEntry) =>
        (act === undefined || entry.act === act) && (glob === undefined || isBy(glob, entry));
      const asked = paging(request);
      return asked.reply(await auditTrail.list(asked.request, isAsked ? isWanted : undefined), toAuditReply);
    },
  });
}

/** Several people may use one key: what they do about incidents begins with their name. */
function isBy(glob: string, { act, by: { keyId, name }, detail }: AuditEntry): boolean {
  if (matchesGlob(glob, name) || matchesGlob(glob, keyId ?? '')) return true;
  const hasPerson = act.startsWith('incident-') || act === 'outage-group-acknowledged';
  const withMore = [glob, `${glob}: *`, `${glob}, by the link *`];
  return hasPerson && withMore.some((each) => matchesGlob(each, detail ?? ''));
}
