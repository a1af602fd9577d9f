import { z } from 'zod';
import { auditActs, type ListedAuditEntry } from '../../domain/audit.ts';
import { toTime } from './to-time.ts';

export const auditSchema = z
  .object({
    auditId: z.string(),
    at: z.string(),
    act: z.enum(auditActs),
    target: z.string().nullable().meta({ description: 'The id of the object.' }),
    detail: z.string().nullable(),
    by: z.object({
      keyId: z
        .string()
        .nullable()
        .meta({ description: 'Null: by a person who signed in, by a link, or on the command line.' }),
      name: z.string().meta({ description: 'Of the API key, or of the person.' }),
      subject: z.string().optional().meta({
        description:
          'The id of a person who signed in, as the provider knows it; absent: no person signed in.',
      }),
    }),
    from: z.string().meta({ description: 'The address of the caller, or the host of the command.' }),
    failedBecause: z
      .string()
      .nullable()
      .meta({ description: 'The code of the problem, in the second entry of an action that failed.' }),
  })
  .meta({ id: 'AuditEntry' });

export function toAuditReply({ atMs, ...entry }: ListedAuditEntry): z.output<typeof auditSchema> {
  return { ...entry, at: toTime(atMs) };
}
