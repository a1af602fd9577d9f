import type { ApiKey } from '../../domain/api-key.ts';
import type { ServiceName } from '../../domain/policy.ts';
import { keyBounds } from '../key-bounds.ts';

/** Something that changed, as it is now. */
export interface Change {
  /** What it is about: of two changes with the same one, only the later matters. */
  about: string;
  /** Its frame for the holder of a key; null: the key may not see it. */
  frame(key: ApiKey): string | null;
}

/** A frame of an event stream. JSON has no line ends, so the data are one line. */
export function frameOf(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A change of something that belongs to a service: the same frame for all who may see the service. */
export function changeOfService(
  about: string,
  name: ServiceName,
  { event, data }: { event: string; data: unknown },
): Change {
  const frame = frameOf(event, data);
  return { about, frame: (key) => (keyBounds.includes(key, name) ? frame : null) };
}
