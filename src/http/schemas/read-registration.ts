import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { exactJson } from '../../domain/exact-json.ts';
import type { SentJson } from '../plugins/json-body.ts';
import { registrationRequest } from './registration.ts';
import { tolerate } from './tolerate.ts';
import type { Warning } from './warning.ts';

/** What a registration says. */
export interface Registration extends Omit<z.output<typeof registrationRequest>, 'metadata'> {
  /** Null: none, or left out. */
  metadata: Record<string, unknown> | null;
  warnings: readonly Warning[];
}

const known = new Set(Object.keys(registrationRequest.shape));
const judge = validatorCompiler({ schema: registrationRequest, method: '', url: '' });

/** Reads a registration, or says what the schema finds wrong with what an instance is known by and shown with. */
export function readRegistration(
  sent: SentJson | null | undefined,
): { value: Registration } | { error: Error } {
  const { fields, metadata, warnings } = tolerate(sent, known);
  const judged = judge(fields) as { value: z.output<typeof registrationRequest> } | { error: Error };
  if ('error' in judged) return judged;
  const kept = metadata === null ? null : (exactJson.parse(metadata) as Record<string, unknown>);
  return { value: { ...judged.value, metadata: kept, warnings } };
}
