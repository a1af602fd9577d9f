import type { Incident, Service } from '../monitor/wire-types.ts';

/** A service of whose open incident only the id is known. */
export type ServiceWithIncident = Service & { incidentId: string };

/**
 * Every incident that is not over: those that are listed, also of services that were not read; and those that newer
 * ones pushed off the list, of which only the service is known.
 */
export function openIncidents(services: readonly Service[], incidents: readonly Incident[]) {
  const known = new Set(incidents.map(({ incidentId }) => incidentId));
  const listed = incidents.filter(({ state }) => state !== 'resolved');
  const unlisted = services.flatMap((service): ServiceWithIncident[] => {
    const incidentId = service.openIncidentId ?? null;
    return incidentId === null || known.has(incidentId) ? [] : [{ ...service, incidentId }];
  });
  return { listed, unlisted, count: listed.length + unlisted.length };
}
