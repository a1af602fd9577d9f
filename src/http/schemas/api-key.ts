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
  maxInstances: z.int().nullable().meta({ description: '`0`: any number; null: as for all keys.' }),
};

/** Keys as they are wanted and as they are shown. */
export const apiKeySchemas = {
  wanted: z
    .strictObject({
      name: text.plain(128).trim().min(1).meta({ description: 'What the key is for.' }),
      scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
      environments: globs.default([]).meta({ description: 'Globs; empty: all.' }),
      services: globs.default([]).meta({ description: 'Globs; empty: all.' }),
      expiresAt: z.iso
        .datetime({ offset: true })
        .nullish()
        .meta({ description: 'When it expires; absent: never.' }),
      maxInstances: z
        .int()
        .min(0)
        .max(100_000_000)
        .nullish()
        .meta({ description: 'Living instances at a time; `0`: any number, absent: as for all keys.' }),
    })
    .meta({ id: 'ApiKeyRequest' }),
  key: z.object(shown).meta({ id: 'ApiKey' }),
  issued: z
    .object({
      ...shown,
      key: z.string().meta({ description: 'The key itself; it cannot be read again.' }),
    })
    .meta({ id: 'IssuedApiKey' }),

  /** Without the hash. */
  toReply: ({ hash: _, createdAtMs, expiresAtMs, ...key }: ApiKey) => ({
    ...key,
    createdAt: toTime(createdAtMs),
    expiresAt: toTimeOrNull(expiresAtMs),
  }),
};
