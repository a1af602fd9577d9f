import type { Notification } from '../notification.ts';
import type { OutageGroup } from './outage-group.ts';

/** Whether a message of an incident is sent, or is part of the message of a group. */
export type Folding =
  | { kind: 'own'; because: 'no-group' | 'told-alone' | 'not-named' | 'never-folded' }
  | { kind: 'part-of'; groupId: string };

/** Only what begins or goes on may be part of a group's message; an end is told by itself, always. */
export function mayFold({ kind, message }: Pick<Notification, 'kind' | 'message'>): boolean {
  if (kind === 'recovering' || kind === 'acknowledged' || kind === 'reminder') return true;
  // Of a service that flaps only what lasts long is told, and a summary.
  return (kind === 'down' || kind === 'escalation') && !('flaps' in message && message.flaps);
}

/** A message is part of that of a group only where the message of the group names its incident. */
export function foldMessage(
  row: Pick<Notification, 'kind' | 'message' | 'incidentId' | 'channelId'>,
  groups: readonly OutageGroup[],
): Folding {
  if (!mayFold(row)) return { kind: 'own', because: 'never-folded' };
  const { incidentId, channelId } = row;
  const group = groups.find(
    ({ endedAtMs, incidents }) =>
      endedAtMs === null && incidents.some((incident) => incident.incidentId === incidentId),
  );
  const incident = group?.incidents.find((one) => one.incidentId === incidentId);
  if (group === undefined || incident === undefined) return { kind: 'own', because: 'no-group' };
  if (incident.isToldAlone) return { kind: 'own', because: 'told-alone' };
  // The escalation of the group names it, or the next message after that does.
  if (row.kind === 'escalation') return { kind: 'part-of', groupId: group.groupId };
  if (!incident.channels.includes(channelId)) return { kind: 'own', because: 'not-named' };
  return { kind: 'part-of', groupId: group.groupId };
}
