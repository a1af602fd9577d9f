import type { ActOnMaintenance } from '../../actors/operating/act-on-maintenance.ts';
import type { StreamEntry } from '../../actors/ports/events.ts';
import type { GroupReadings } from '../../actors/ports/outage-groups.ts';
import type { Readings } from '../../actors/ports/reading.ts';
import type { InstanceChanged, MonitorEvent, ServiceArchived } from '../../domain/events.ts';
import type { ServiceName } from '../../domain/policy.ts';
import { synthetic } from '../../domain/synthetic-outage.ts';
import { toIncident } from '../schemas/incident.ts';
import { toService } from '../schemas/service.ts';
import { toTime } from '../schemas/to-time.ts';
import { type Change, changeOfService } from './change.ts';

/** Tells what events changed, and incidents that are named, as it is now. */
export type ReadChanges = (
  entries: readonly StreamEntry[],
  incidentIds?: Iterable<string>,
) => Promise<Change[]>;

/** How many are read side by side: heartbeats wait behind no crowd of them. */
const atOnce = 20;

/** Who reads lists of the largest pages is told the last heartbeat of a service by as many of its instances. */
const instancesAsked = 2;

/**
 * An event says what changed, and not all that is shown of it. So each service and each incident is read once for all the
 * events of a portion, and for all subscribers. What is read may be newer than the event: then an event about that
 * follows, and says the same again.
 */
export function createReadChanges(parts: {
  readings: Pick<Readings, 'service' | 'incident'>;
  groups: Pick<GroupReadings, 'groupsOf'>;
  maintenance: Pick<ActOnMaintenance, 'holding'>;
}): ReadChanges {
  const { readings, groups, maintenance } = parts;

  return async function readChanges(entries, incidentIds = []) {
    const wanted = wantedOf(entries, incidentIds);
    if (wanted.services.size === 0 && wanted.incidents.size === 0) return [];
    const services = await each(wanted.services, (id) => readings.service(id, instancesAsked));
    const holds = await maintenance.holding();
    const changes: Change[] = [];
    const names = new Map<string, ServiceName>();
    for (const [serviceId, service] of services) {
      const gone = wanted.archived.get(serviceId);
      if (service !== null && !synthetic.isIn(service)) {
        names.set(serviceId, service);
        const data = toService(service, holds(service));
        changes.push(changeOfService(`service ${serviceId}`, service, { event: 'service', data }));
      } else if (service === null && gone !== undefined) {
        const data = { serviceId };
        changes.push(changeOfService(`service ${serviceId}`, gone, { event: 'service-gone', data }));
      }
    }
    for (const { instanceId, serviceId, to, atMs } of wanted.instances.values()) {
      const name = names.get(serviceId);
      if (name === undefined) continue;
      const data = { instanceId, serviceId, status: to, since: toTime(atMs) };
      changes.push(changeOfService(`instance ${instanceId}`, name, { event: 'instance', data }));
    }
    return [...changes, ...(await incidentChanges(wanted.incidents))];
  };

  async function incidentChanges(ids: ReadonlySet<string>): Promise<Change[]> {
    const found = [...(await each(ids, (id) => readings.incident(id))).values()];
    const incidents = found.filter((incident) => incident !== null).filter((one) => !synthetic.isIn(one));
    const groupsOf = await groups.groupsOf(incidents.map(({ incidentId }) => incidentId));
    return incidents.map((incident) => {
      const data = toIncident(incident, groupsOf);
      return changeOfService(`incident ${incident.incidentId}`, incident, { event: 'incident', data });
    });
  }
}

interface Wanted {
  services: Set<string>;
  incidents: Set<string>;
  /** The latest change of each. */
  instances: Map<string, InstanceChanged>;
  archived: Map<string, ServiceArchived>;
}

function wantedOf(entries: readonly StreamEntry[], incidentIds: Iterable<string>): Wanted {
  const wanted: Wanted = {
    services: new Set(),
    incidents: new Set(incidentIds),
    instances: new Map(),
    archived: new Map(),
  };
  for (const entry of entries) {
    const event = eventOf(entry);
    if (event === null) continue;
    wanted.services.add(event.serviceId);
    if (event.type === 'incident.changed') wanted.incidents.add(event.incidentId);
    if (event.type === 'service.archived') wanted.archived.set(event.serviceId, event);
    if (event.type === 'instance.changed') wanted.instances.set(event.instanceId, event);
  }
  return wanted;
}

/** Null: it cannot be read; the workers report that. */
function eventOf(entry: StreamEntry): MonitorEvent | null {
  try {
    return entry.event;
  } catch {
    return null;
  }
}

async function each<T>(ids: ReadonlySet<string>, read: (id: string) => Promise<T>): Promise<Map<string, T>> {
  const all = [...ids];
  const found = new Map<string, T>();
  for (let from = 0; from < all.length; from += atOnce) {
    const some = all.slice(from, from + atOnce);
    const answers = await Promise.all(some.map(read));
    for (const [i, id] of some.entries()) found.set(id, answers[i] as T);
  }
  return found;
}
