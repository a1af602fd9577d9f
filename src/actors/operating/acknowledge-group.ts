import type { GroupedIncident } from '../../domain/failure-domains/outage-group.ts';
import type { IncidentReading, Readings } from '../ports/reading.ts';
import type { ActOnIncident } from './act-on-incident.ts';

/** What became of the incidents of an outage group that somebody acknowledged. */
export interface GroupAcknowledged {
  acknowledged: IncidentReading[];
  /** Who had acknowledged the others before. */
  before: string[];
  /** Such as one that takes no more entries. */
  refused: { incidentId: string; reason: string }[];
}

/**
 * Somebody works on the cause, and so on every incident of these that is open now; those that are over are left as they are.
 * `leavesOthers`: what somebody else acknowledged, too.
 */
export type AcknowledgeGroup = (
  incidents: readonly Pick<GroupedIncident, 'incidentId'>[],
  who: { by: string; note: string | null; leavesOthers?: true },
) => Promise<GroupAcknowledged>;

/** So many at a time: a group may have hundreds. */
const atOnce = 20;

/** Done twice, it changes nothing: each incident has the same mark already. */
export function createAcknowledgeGroup(parts: {
  readings: Pick<Readings, 'incident'>;
  actOnIncident: ActOnIncident;
}): AcknowledgeGroup {
  return async function acknowledgeGroup(incidents, { by, note, leavesOthers }) {
    const done: GroupAcknowledged = { acknowledged: [], before: [], refused: [] };
    const one = async ({ incidentId }: Pick<GroupedIncident, 'incidentId'>) => {
      const incident = await parts.readings.incident(incidentId);
      if (incident?.state !== 'open') return;
      if (leavesOthers && incident.acknowledged !== null)
        return void done.before.push(incident.acknowledged.by);
      const outcome = await parts.actOnIncident(incidentId, { kind: 'acknowledge', by, note });
      if (outcome.kind === 'done') done.acknowledged.push(outcome.incident);
      if (outcome.kind === 'refused') done.refused.push({ incidentId, reason: outcome.reason });
    };
    for (let from = 0; from < incidents.length; from += atOnce)
      await Promise.all(incidents.slice(from, from + atOnce).map(one));
    const order = new Map(incidents.map(({ incidentId }, at) => [incidentId, at]));
    const place = ({ incidentId }: { incidentId: string }) => order.get(incidentId) ?? 0;
    return {
      before: [...new Set(done.before)],
      acknowledged: done.acknowledged.toSorted((a, b) => place(a) - place(b)),
      refused: done.refused.toSorted((a, b) => place(a) - place(b)),
    };
  };
}
