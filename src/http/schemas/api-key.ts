import { z } from 'zod';
import { type ApiKey, scopes } from '../../domain/api-key.ts';
import { text } from './text.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

const globs = z.array(text.glob.refine((glob) => glob !== '', 'is empty')).max(50);

const shown = {
  keyId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  environments: z.array(z.string()),
  services: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
};

/** Keys as they are wanted and as they are shown. */
export const apiKeySchemas = {
  wanted: z
    .strictObject({
      name: text.plain(128).trim().min(1).meta({ description: 'What it is for.' }),
      scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
      environments: globs.default([]).meta({ description: 'Globs; empty: all.' }),
      services: globs.default([]).meta({ description: 'Globs; empty: all.' }),
      expiresAt: z.iso
        .datetime({ offset: true })
        .nullish()
        .meta({ description: 'When it stops working; absent: never.' }),
    })
    .meta({ id: 'ApiKeyRequest' }),
  key: z.object(shown).meta({ id: 'ApiKey' }),
  issued: z
    .object({
      ...shown,
      key: z.string().meta({ description: 'The key itself: shown here and never again.' }),
    })
    .meta({ id: 'IssuedApiKey' }),

  /** Without the hash. */
  toReply: ({ hash: _, createdAtMs, expiresAtMs, ...key }: ApiKey) => ({
    ...key,
    createdAt: toTime(createdAtMs),
    expiresAt: toTimeOrNull(expiresAtMs),
  }),
};
