import type { Seen } from './reference-rules.ts';

/** What the instance said of itself when it registered last, and when that was. */
export interface Self {
  registeredMs: number;
  version: string | null;
}

/** A sibling that registered for the first time, and has taken nobody's place. */
export interface Came {
  instanceId: string;
  atMs: number;
  status: string;
  version: string | null;
}

const tenMinutesMs = 10 * 60 * 1000;

/** Whether a sibling came when it can be meant to take the place of the silent one. */
export function cameInTime(
  { atMs, version }: Came,
  { seen, self, lateMs }: { seen: Seen; self: Self; lateMs: number },
): boolean {
  if (!seen.hasBeaten) return atMs > lateMs;
  if (atMs > seen.silentSinceMs) return true;
  const isOther = version !== null && self.version !== null && version !== self.version;
  return isOther && atMs > self.registeredMs && seen.silentSinceMs - atMs <= tenMinutesMs;
}
