import type { SentJson } from '../plugins/json-body.ts';
import { judgeMetadata } from './metadata.ts';
import { unknownFieldWarnings, type Warning } from './warning.ts';

/** A body of ingest, without what must not cost it the rest. */
export interface Tolerated {
  /** What is known here, without the metadata, for the schema to judge; a body that is no object is left as it is. */
  fields: unknown;
  /** As JSON text; null: none, or left out. */
  metadata: string | null;
  warnings: Warning[];
}

/**
 * Passes over what a newer SDK may send and an older monitor does not know, and leaves out metadata that breaks a
 * limit: neither says that the sender does not live.
 */
export function tolerate(sent: SentJson | null | undefined, known: ReadonlySet<string>): Tolerated {
  const value = sent?.value;
  if (sent == null || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { fields: value, metadata: null, warnings: [] };
  }
  const entries = Object.entries(value);
  const fields = Object.fromEntries(entries.filter(([name]) => known.has(name) && name !== 'metadata'));
  const unknown = entries.map(([name]) => name).filter((name) => !known.has(name));
  const warnings = unknownFieldWarnings(unknown);
  const metadata = judgeMetadata(sent);
  if (metadata.kind === 'taken') return { fields, metadata: metadata.text, warnings };
  return { fields, metadata: null, warnings: [metadata.warning, ...warnings] };
}
