import type { StreamEntry } from '../../actors/ports/events.ts';
import type { MonitorEvent } from '../../domain/events.ts';
import type { StatusCounts } from '../../domain/roll-up-status.ts';
import { livingStatuses } from '../../domain/status.ts';

/** Entries as Redis returns them. An unreadable entry throws only when its event is used, so the others are not affected. */
export function toEntries(entries: [entryId: string, fields: string[]][]): StreamEntry[] {
  return entries.map(([entryId, fields]) => {
    try {
      return { entryId, event: toEvent(fields) };
    } catch (error) {
      return {
        entryId,
        get event(): MonitorEvent {
          throw error;
        },
      };
    }
  });
}

function toEvent([, event = 'null', , counts]: string[]): MonitorEvent {
  const plain = JSON.parse(event) as MonitorEvent;
  return { ...plain, ...(counts === undefined ? {} : { counts: toCounts(counts) }) };
}

/** The counts as commit.lua writes them, in the order of `livingStatuses`. */
function toCounts(text: string): StatusCounts {
  const counts = text.split(',').map(Number);
  return Object.fromEntries(livingStatuses.map((status, i) => [status, counts[i] ?? 0])) as StatusCounts;
}
