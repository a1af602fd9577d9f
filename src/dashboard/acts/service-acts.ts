import type { Service } from '../monitor/wire-types.ts';
import type { Act } from './act.ts';
import { declareMaintenance, endMaintenance } from './maintenance-acts.ts';

/** What can be done to a service. */
export function serviceActs(service: Service): Act[] {
  const { maintenance, serviceId } = service;
  return [
    maintenance == null ? declareMaintenance(service) : endMaintenance(maintenance),
    {
      label: 'Archive',
      question: `Archive it with all its instances? It leaves the lists, and an open incident is resolved. Its instances, if they still send heartbeats, bring it back.`,
      wanted: () => ({ method: 'DELETE', path: `/api/services/${serviceId}` }),
      tell: () => 'Archived.',
    },
  ];
}
