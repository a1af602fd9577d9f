import { z } from 'zod';
import { type ApiKey, scopes } from '../../domain/api-key.ts';
import { toTimeOrNull } from './to-time.ts';

/** Who calls, as the caller may know it: what a client needs to offer only what the monitor will do. */
export const callerSchema = z
  .object({
    name: z.string().meta({ description: 'Name of the API key, or of the person who signed in.' }),
    keyId: z.string().nullable().meta({
      description: 'The public part of the API key, as the audit log shows it; null: a person who signed in.',
    }),
    scopes: z.array(z.enum(scopes)),
    environments: z.array(z.string()).meta({ description: 'Globs that it is bound to; empty: all.' }),
    services: z.array(z.string()).meta({ description: 'Globs that it is bound to; empty: all.' }),
    expiresAt: z
      .string()
      .nullable()
      .meta({ description: 'When the key or the sign-in expires; null: never.' }),
  })
  .meta({ id: 'Caller' });

/** `isPerson`: somebody who signed in, and has no key. */
export function toCaller(key: ApiKey, isPerson: boolean): z.infer<typeof callerSchema> {
  return {
    ...{ name: key.name, keyId: isPerson ? null : key.keyId, scopes: key.scopes },
    ...{ environments: key.environments, services: key.services },
    expiresAt: toTimeOrNull(key.expiresAtMs),
  };
}
