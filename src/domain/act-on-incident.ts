import { type Incident, type IncidentEventKind, resolvedAt } from './incident.ts';
import { retractNote } from './retract-note.ts';
import type { ActionEntry } from './timeline.ts';

/** What a person does about an incident. */
export type IncidentAct = { by: string; note: string | null } & (
  | { kind: 'acknowledge' | 'resolve' }
  /** `isPublic`: the note is for everybody to read. */
  | { kind: 'note'; isPublic?: boolean }
  /** Takes back the public note of that time. */
  | { kind: 'retract'; notedAtMs: number }
);

export type ActOutcome =
  | { kind: 'changed'; incident: Incident; event: IncidentEventKind }
  /** The same act with the same note was recorded before: a repeated request. */
  | { kind: 'unchanged'; incident: Incident }
  | { kind: 'refused'; reason: string };

/** The note of an incident that ends because its service was archived; its message says that. */
export const archivedNote = 'The service was archived.';

/** How many entries by people an incident takes at most. */
const mostEntries = 200;

/**
 * The incident after a person's act. Acknowledging marks an incident that goes on, the latest mark counts; resolving
 * ends it whatever its service does; a note may also be added afterwards.
 */
export function actOnIncident(incident: Incident, act: IncidentAct, atMs: number): ActOutcome {
  const { by, note } = act;
  if (act.kind === 'retract') {
    const after = retractNote(incident, act, atMs);
    if (after === null) return { kind: 'refused', reason: 'The incident has no public note of that time.' };
    return after === incident
      ? { kind: 'unchanged', incident }
      : { kind: 'changed', event: 'noted', incident: after };
  }
  const entries = incident.timeline.filter((entry) => 'action' in entry);
  if (entries.length >= mostEntries) {
    return {
      kind: 'refused',
      reason: `The incident already has the maximum of ${mostEntries} entries by people.`,
    };
  }
  const isPublic = act.kind === 'note' && act.isPublic === true;
  const noting = (action: ActionEntry['action']): Incident => ({
    ...incident,
    timeline: [...incident.timeline, { atMs, action, by, note, ...(isPublic ? { public: true } : {}) }],
  });
  if (act.kind === 'note') return { kind: 'changed', event: 'noted', incident: noting('noted') };
  if (incident.state === 'resolved') {
    return { kind: 'refused', reason: 'The incident is already resolved; you can still add a note.' };
  }
  if (act.kind === 'resolve') {
    return { kind: 'changed', event: 'resolved', incident: resolvedAt(noting('resolved'), atMs) };
  }
  const { acknowledged } = incident;
  if (acknowledged?.by === by && acknowledged.note === note) return { kind: 'unchanged', incident };
  const marked = { ...noting('acknowledged'), acknowledged: { by, atMs, note } };
  return { kind: 'changed', event: 'acknowledged', incident: marked };
}
