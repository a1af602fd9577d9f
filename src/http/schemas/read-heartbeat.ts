import type { z } from 'zod';
import type { heartbeatRequest } from './heartbeat.ts';

type Heartbeat = z.output<typeof heartbeatRequest>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Inside the schema's limits even if every character is written as two; what lies between goes the long way. */
const mostKeys = 32;
const longestKey = 64;
const longestText = 128;
const beyondAscii = /[^\x20-\x7e]/;

/**
 * Reads the heartbeat that a well-behaved SDK sends, without the schema: null means "ask the schema", not "refused".
 * Whatever this accepts the schema accepts as the same; a property test holds the two together.
 */
export function readHeartbeat(body: unknown): Heartbeat | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  let instanceId: string | null = null;
  let metadata: Record<string, unknown> | null = null;
  for (const [key, value] of Object.entries(body)) {
    if (key === 'instanceId' && typeof value === 'string' && uuid.test(value)) instanceId = value;
    else if (key === 'metadata' && isPlain(value)) metadata = value;
    else return null;
  }
  return instanceId === null ? null : { instanceId, metadata };
}

/** A flat object of few short values, which cannot exceed any limit. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= mostKeys &&
    entries.every(([key, item]) => key.length <= longestKey && !beyondAscii.test(key) && isShort(item))
  );
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longestText && !beyondAscii.test(value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null;
}
