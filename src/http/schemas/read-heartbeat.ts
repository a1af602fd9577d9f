import { validatorCompiler } from 'fastify-type-provider-zod';
import type { SentJson } from '../plugins/json-body.ts';
import { heartbeatRequest } from './heartbeat.ts';
import { type Heartbeat, readPlainHeartbeat } from './read-plain-heartbeat.ts';
import { tolerate } from './tolerate.ts';

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
  const judged = judge(fields) as { value: { instanceId: string } } | { error: Error };
  return 'error' in judged ? judged : { value: { instanceId: judged.value.instanceId, metadata, warnings } };
}
