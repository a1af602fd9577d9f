import type { AskMonitor } from './ask-monitor.ts';
import type { Incident, OutageGroup } from './wire.ts';

/** Of a larger group only the first incidents are asked who works on them. */
const mostAsked = 200;
const atOnce = 20;

/** Who acknowledged the incidents of a group, by their ids; it is asked of each, as a group knows it only from its latest look. */
export async function whoAcknowledged(
  ask: AskMonitor,
  { incidents }: OutageGroup,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const asked = incidents.slice(0, mostAsked);
  for (let from = 0; from < asked.length; from += atOnce) {
    const ids = asked.slice(from, from + atOnce).map(({ incidentId }) => incidentId);
    const read = await Promise.all(ids.map((id) => ask<Incident>('GET', `/api/incidents/${id}`)));
    for (const { incidentId, acknowledged } of read)
      if (acknowledged !== null) found.set(incidentId, acknowledged.by);
  }
  for (const { incidentId, acknowledged } of incidents.slice(mostAsked))
    if (acknowledged) found.set(incidentId, 'yes');
  return found;
}
