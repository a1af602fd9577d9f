import { validatorCompiler } from 'fastify-type-provider-zod';
import { type Health, healths, isHealth } from '../../domain/health.ts';
import type { SentJson } from '../plugins/json-body.ts';
import { heartbeatRequest } from './heartbeat.ts';
import { type Heartbeat, readPlainHeartbeat } from './read-plain-heartbeat.ts';
import { tolerate } from './tolerate.ts';
import type { Warning } from './warning.ts';

const known = new Set(Object.keys(heartbeatRequest.shape));
const judge = validatorCompiler({ schema: heartbeatRequest, method: '', url: '' });

/**
 * Reads any heartbeat. With the id of an instance it is a sign of life, whatever else it carries: what cannot be kept
 * is left out, and named in the warnings.
 */
export function readHeartbeat(sent: SentJson | null | undefined): { value: Heartbeat } | { error: Error } {
  const plain = sent == null ? null : readPlainHeartbeat(sent);
  if (plain !== null) return { value: plain };
  const { fields, metadata, warnings } = tolerate(sent, known);
  const { health, ...rest } = tolerateHealth(fields);
  const judged = judge(rest.fields) as { value: { instanceId: string } } | { error: Error };
  if ('error' in judged) return judged;
  const { instanceId } = judged.value;
  return { value: { instanceId, metadata, health, warnings: [...warnings, ...rest.warnings] } };
}

/** Removes the health, because an error in it must not lose the heartbeat. */
function tolerateHealth(fields: unknown): { fields: unknown; health: Health | null; warnings: Warning[] } {
  if (typeof fields !== 'object' || fields === null || !('health' in fields))
    return { fields, health: null, warnings: [] };
  const { health, ...others } = fields;
  if (isHealth(health)) return { fields: others, health, warnings: [] };
  const message = `must be one of ${healths.join(', ')}; it was ignored`;
  return { fields: others, health: null, warnings: health == null ? [] : [{ pointer: '/health', message }] };
}
