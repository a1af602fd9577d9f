import type { Incident } from './incident.ts';
import type { ActionEntry, TimelineEntry } from './timeline.ts';

/**
 * The incident without a public note: the note stays in the timeline, for operators alone. Null: there is none of that
 * time. An incident in which it was taken back before is returned as it is.
 */
export function retractNote(
  incident: Incident,
  { by, notedAtMs }: { by: string; notedAtMs: number },
  atMs: number,
): Incident | null {
  const isMeant = (entry: TimelineEntry): entry is ActionEntry =>
    'action' in entry && entry.atMs === notedAtMs;
  const meant = incident.timeline.filter(isMeant);
  if (!meant.some((entry) => entry.public === true))
    return meant.some((entry) => entry.retracted !== undefined) ? incident : null;
  return {
    ...incident,
    timeline: incident.timeline.map((entry) => {
      if (!isMeant(entry) || entry.public !== true) return entry;
      const { public: _, ...internal } = entry;
      return { ...internal, retracted: { by, atMs } };
    }),
  };
}
