import { isUuid } from '../domain/ids.ts';
import type { AskMonitor } from './ask-monitor.ts';
import { listAll } from './list-all.ts';
import { shortId } from './short-id.ts';
import type { Incident, Service } from './wire.ts';

/** As far back as an abbreviated id is looked for. */
const mostIncidents = 1_000;

/** An incident by its id, or by enough of its beginning. */
export async function findIncident(ask: AskMonitor, given: string): Promise<Incident> {
  if (isUuid(given)) return ask<Incident>('GET', `/api/incidents/${given}`);
  shortId.require(given, 'an incident');
  const { items } = await listAll<Incident>(ask, '/api/incidents', {}, mostIncidents);
  const found = shortId.pick(items, given, {
    what: 'incident',
    idOf: ({ incidentId }) => incidentId,
    describe: ({ serviceName, environment, startedAt }) => `${serviceName} (${environment})  ${startedAt}`,
    more: ` among the newest ${mostIncidents}; run: incidents list`,
  });
  return ask('GET', `/api/incidents/${found.incidentId}`);
}

/** The latest incident of a service, by its name; of several environments the latest of all. */
export async function findLatestIncident(
  ask: AskMonitor,
  { service, environment }: { service: string; environment?: string | undefined },
): Promise<Incident> {
  const { items } = await listAll<Service>(ask, '/api/services', { name: service, environment }, 200);
  const named = items.filter(({ serviceName }) => serviceName === service);
  if (named.length === 0) throw new Error(`There is no service "${service}"; run: services list`);
  const lists = await Promise.all(
    named.map(({ serviceId }) => listAll<Incident>(ask, '/api/incidents', { serviceId }, 1)),
  );
  const latest = lists
    .flatMap((list) => list.items)
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0];
  if (latest === undefined) throw new Error(`${service} had no incident so far.`);
  return ask('GET', `/api/incidents/${latest.incidentId}`);
}
