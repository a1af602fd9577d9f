/** @import { Incident, Service } from './wire-types.ts' */

/**
 * Every incident that is not over: those that are listed, also of services that were not read; and those that newer
 * ones pushed off the list, of which only the service is known.
 *
 * @param {Service[]} services
 * @param {Incident[]} incidents
 * @returns {{ listed: Incident[], unlisted: (Service & { incidentId: string })[], count: number }}
 */
export function openIncidents(services, incidents) {
  const known = new Set(incidents.map(({ incidentId }) => incidentId));
  const listed = incidents.filter(({ state }) => state !== 'resolved');
  const unlisted = services.flatMap((service) => {
    const incidentId = service.openIncidentId ?? null;
    return incidentId === null || known.has(incidentId) ? [] : [{ ...service, incidentId }];
  });
  return { listed, unlisted, count: listed.length + unlisted.length };
}
