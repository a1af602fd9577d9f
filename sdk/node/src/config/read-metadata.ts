import type { SettingReader } from './setting-reader.ts';

/** The monitor takes 64 keys and 16 KiB; the rest is for what the SDK says itself. */
const mostKeys = 56;
const longestKey = 64;
const largestBytes = 15 * 1024;

/** A copy of the host's metadata as JSON, so that a later change in the host cannot break a registration. */
export function readMetadata(reader: SettingReader, metadata: unknown): Readonly<Record<string, unknown>> {
  if (metadata === undefined || metadata === null) return {};
  if (typeof metadata !== 'object' || Array.isArray(metadata)) {
    reader.fail('metadata must be an object');
    return {};
  }
  let json: string;
  try {
    json = JSON.stringify(metadata);
  } catch {
    reader.fail('metadata cannot be written as JSON');
    return {};
  }
  const copy = JSON.parse(json) as Record<string, unknown>;
  const keys = Object.keys(copy);
  if (keys.length > mostKeys) reader.fail(`metadata has more than ${mostKeys} keys`);
  if (keys.some((key) => key.length > longestKey))
    reader.fail(`metadata has a key over ${longestKey} characters`);
  if (Buffer.byteLength(json) > largestBytes)
    reader.fail(`metadata is larger than ${largestBytes / 1024} KiB`);
  return copy;
}
