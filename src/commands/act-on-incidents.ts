import type { AskMonitor } from './ask-monitor.ts';
import { findIncidentOrGroup } from './find-group.ts';
import type { Incident, OutageGroupAcknowledged } from './wire.ts';

/** What is done, as the address of the monitor says it. */
export type IncidentAct = 'acknowledge' | 'resolve' | 'notes';

/** What became of one id that was given. */
interface Acted {
  isGroup: boolean;
  incidents: Incident[];
  said: string;
  /** Of an outage group: what was not done, and why. */
  refused: string[];
}

/** Acts on the incident with this id, or acknowledges the outage group with it. */
export async function actOn(
  ask: AskMonitor,
  id: string,
  { path, body, done }: { path: IncidentAct; body: object; done: string },
): Promise<Acted> {
  const meant = await findIncidentOrGroup(ask, id);
  if (meant.kind === 'incident') {
    const { incidentId } = meant.incident;
    const incident = await ask<Incident>('POST', `/api/incidents/${incidentId}/${path}`, body);
    return {
      isGroup: false,
      incidents: [incident],
      said: `The incident of ${incident.serviceName} ${done}.`,
      refused: [],
    };
  }
  const { outageGroupId } = meant.group;
  if (path !== 'acknowledge')
    throw new Error(
      `${outageGroupId} is an outage group: give the id of one of its incidents; run: groups ${outageGroupId}`,
    );
  const after = await ask<OutageGroupAcknowledged>(
    'POST',
    `/api/outage-groups/${outageGroupId}/acknowledge`,
    body,
  );
  return {
    isGroup: true,
    incidents: after.acknowledged,
    said: describeGroupAct(after),
    refused: after.refused.map(({ incidentId, reason }) => `${incidentId}: ${reason}`),
  };
}

function describeGroupAct({ cause, acknowledged }: OutageGroupAcknowledged): string {
  const names = acknowledged.map(({ serviceName }) => serviceName).toSorted();
  const [many, verb] = names.length === 1 ? ['1 incident', 'is'] : [`${names.length} incidents`, 'are'];
  return `${many} of ${cause} ${verb} acknowledged: ${names.join(', ')}.`;
}
