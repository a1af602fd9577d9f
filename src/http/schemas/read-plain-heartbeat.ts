import { type Health, isHealth } from '../../domain/health.ts';
import type { SentJson } from '../plugins/json-body.ts';
import { memberText } from './member-text.ts';
import type { Warning } from './warning.ts';

/** What a heartbeat says. */
export interface Heartbeat {
  instanceId: string;
  /** As JSON text, with every digit that was sent; null: none, or left out. */
  metadata: string | null;
  /** Null: it says nothing of itself, or nothing that is known here. */
  health: Health | null;
  warnings: readonly Warning[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Inside the limits even if every character has three bytes; what lies between goes the long way. */
const mostKeys = 32;
const longestKey = 64;
const longestText = 128;
const longestBody = 5 * 1024;
const beyondAscii = /[^\x20-\x7e]/;
const noWarnings: readonly Warning[] = [];

/**
 * Reads the heartbeat that a well-behaved SDK sends, without the schema: null means "go the long way", not "refused".
 * Whatever this accepts the long way accepts as the same; a property test holds the two together.
 */
export function readPlainHeartbeat({ text, value: body }: SentJson): Heartbeat | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  let instanceId: string | null = null;
  let metadata: string | null = null;
  let health: Health | null = null;
  for (const [key, value] of Object.entries(body)) {
    if (key === 'instanceId' && typeof value === 'string' && uuid.test(value)) instanceId = value;
    else if (key === 'metadata' && text.length <= longestBody && isPlain(value))
      metadata = memberText(text, key);
    else if (key === 'health' && isHealth(value)) health = value;
    else return null;
  }
  return instanceId === null ? null : { instanceId, metadata, health, warnings: noWarnings };
}

/** A flat object of few short values, which cannot exceed any limit. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= mostKeys &&
    entries.every(([key, item]) => key.length <= longestKey && !beyondAscii.test(key) && isShort(item))
  );
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longestText && !beyondAscii.test(value);
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'boolean' || value === null;
}
