import { z } from 'zod';
import { exactJson } from '../../domain/exact-json.ts';
import { findUnsafe } from '../plugins/find-unsafe.ts';
import type { SentJson } from '../plugins/json-body.ts';
import { memberText } from './member-text.ts';
import type { Warning } from './warning.ts';

const mostKeys = 64;
const longestKey = 64;
const largestBytes = 16 * 1024;

/** Free metadata, for the document; it is judged by `judgeMetadata`, because its faults cost nobody the rest of a body. */
export const metadataSchema = z.record(z.string(), z.unknown()).meta({
  description: `Any JSON values; at most ${mostKeys} keys of ${longestKey} characters, 16 KiB in all. If a limit is exceeded, all metadata is ignored, with a warning.`,
});

/** Metadata as it is shown: `z.record` would leave out a key named `__proto__`. */
export const shownMetadata = z.custom<Record<string, unknown> | null>().meta({
  anyOf: [{ type: 'object', additionalProperties: {} }, { type: 'null' }],
});

/** Metadata as JSON, as it was sent, or why it is left out. */
export type JudgedMetadata = { kind: 'taken'; text: string | null } | { kind: 'left-out'; warning: Warning };

/** Judges the `metadata` of a body that is an object. */
export function judgeMetadata(sent: SentJson): JudgedMetadata {
  const { metadata } = sent.value as { metadata?: unknown };
  if (metadata === undefined || metadata === null) return { kind: 'taken', text: null };
  const text = memberText(sent.text, 'metadata') ?? '';
  const fault = shapeFault(metadata) ?? findUnsafe(metadata, text.includes('\\'), { at: ['metadata'] });
  if (fault !== null) return leftOut(fault);
  if (Buffer.byteLength(text) <= largestBytes) return { kind: 'taken', text };
  // Spaces and escapes do not count.
  const compact = JSON.stringify(exactJson.parse(text));
  if (Buffer.byteLength(compact) <= largestBytes) return { kind: 'taken', text: compact };
  return leftOut({ pointer: '/metadata', message: `is larger than ${largestBytes / 1024} KiB` });
}

function shapeFault(metadata: unknown): Warning | null {
  const pointer = '/metadata';
  if (typeof metadata !== 'object' || Array.isArray(metadata))
    return { pointer, message: 'is not an object' };
  const keys = Object.keys(metadata ?? {});
  if (keys.length > mostKeys) return { pointer, message: `has more than ${mostKeys} keys` };
  const isLong = keys.some((key) => key.length > longestKey);
  return isLong ? { pointer, message: `has a key of more than ${longestKey} characters` } : null;
}

function leftOut({ pointer, message }: Warning): JudgedMetadata {
  return { kind: 'left-out', warning: { pointer, message: `${message}; all metadata was ignored` } };
}
