import type { IncidentEventKind } from '../incident.ts';
import type { OutageGroup } from './outage-group.ts';

/** Whether a message of an incident is sent, or is part of the message of a group. */
export type Folding =
  | { kind: 'own'; because: 'no-group' | 'told-alone' | 'never-folded' }
  | { kind: 'part-of'; groupId: string };

/** Only what begins or goes on may be part of a group's message; an end is told by itself, always. */
const mayFold: Partial<Record<IncidentEventKind, true>> = { opened: true, relapsed: true, recovering: true };

export function foldMessage(
  kind: IncidentEventKind,
  incidentId: string,
  groups: readonly OutageGroup[],
): Folding {
  if (mayFold[kind] !== true) return { kind: 'own', because: 'never-folded' };
  const group = groups.find(
    ({ endedAtMs, incidents }) =>
      endedAtMs === null && incidents.some((incident) => incident.incidentId === incidentId),
  );
  if (group === undefined) return { kind: 'own', because: 'no-group' };
  const incident = group.incidents.find((one) => one.incidentId === incidentId);
  if (incident?.isToldAlone) return { kind: 'own', because: 'told-alone' };
  return { kind: 'part-of', groupId: group.groupId };
}
