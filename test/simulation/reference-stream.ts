import { expect } from 'vitest';
import type { StreamEntry } from '../../src/actors/ports/events.ts';
import type { LoggedEvent, ReferenceLog } from './reference-log.ts';

/** The events that a group was given: each must be the one that was logged in its place, and none may be left out. */
export function readFrom(
  log: ReferenceLog,
  group: string,
  call: string,
  entries: readonly StreamEntry[],
): LoggedEvent[] {
  const reader = log.readers[group] ?? { position: 0, places: {} };
  log.readers[group] = reader;
  return entries.map(({ entryId, event }) => {
    if (call.endsWith('.next')) reader.places[entryId] = reader.position++;
    const logged = log.events[reader.places[entryId] ?? -1];
    if (logged === undefined) throw new Error(`an event that nobody wrote: ${JSON.stringify(event)}`);
    const { told, ...plain } = logged;
    expect(event).toMatchObject(plain);
    if (told !== undefined) {
      expect(event).toMatchObject({ counts: told.tally, fromSinceMs: told.fromSinceMs });
      expect(event).toMatchObject({ silentSinceMs: told.silentSinceMs });
    }
    return logged;
  });
}
