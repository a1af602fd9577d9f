import { withStatus } from '../map/fleet.ts';
import { checkOne } from './check-shape.ts';
import type { LiveEvent } from './follow-events.ts';
import type { Reading } from './read-everything.ts';
import type { Incident, Listing, Service } from './wire-types.ts';

/** What events make of a reading, and what is left to be read. */
export interface Applied {
  reading: Reading;
  /** The lists have changed in a way that no event tells. */
  areListsOld: boolean;
  /** The open page shows more of what changed than events tell. */
  isDetailOld: boolean;
}

/** Puts what events say in the place of what was read before. What cannot be understood has the lists read again. */
export function applyEvents(reading: Reading, events: readonly LiveEvent[]): Applied {
  let applied: Applied = { reading, areListsOld: false, isDetailOld: false };
  for (const event of events) {
    try {
      applied = applyOne(applied, event);
    } catch {
      applied = { ...applied, areListsOld: true };
    }
  }
  return applied;
}

function applyOne(applied: Applied, { event, data }: LiveEvent): Applied {
  switch (event) {
    case 'service':
      return withService(applied, checkOne('service', data));
    case 'service-gone':
      return withoutService(applied, idOf(data, 'serviceId'));
    case 'instance':
      return withInstance(applied, data);
    case 'incident':
      return withIncident(applied, checkOne('incident', data));
    case 'outage-group': {
      const group = checkOne('group', data);
      const { detail } = applied.reading;
      if (detail?.kind !== 'group' || detail.group.outageGroupId !== group.outageGroupId) return applied;
      return { ...applied, reading: { ...applied.reading, detail: { ...detail, group } }, isDetailOld: true };
    }
    case 'reset':
      return { ...applied, areListsOld: true, isDetailOld: true };
    // A sign of life, and what a newer monitor says beside.
    default:
      return applied;
  }
}

function withService(applied: Applied, service: Service): Applied {
  const { services, detail } = applied.reading;
  const reading = { ...applied.reading, services: withRow(services, 'serviceId', service) };
  if (detail?.kind !== 'service' || detail.service.serviceId !== service.serviceId)
    return { ...applied, reading };
  return { ...applied, reading: { ...reading, detail: { ...detail, service } }, isDetailOld: true };
}

function withoutService(applied: Applied, serviceId: string): Applied {
  const { services, detail } = applied.reading;
  const items = services.items.filter((service) => service.serviceId !== serviceId);
  const isOpen = detail?.kind === 'service' && detail.service.serviceId === serviceId;
  const reading = { ...applied.reading, services: { ...services, items } };
  return { ...applied, reading, isDetailOld: applied.isDetailOld || isOpen };
}

function withInstance(applied: Applied, data: unknown): Applied {
  const { detail } = applied.reading;
  if (detail?.kind === 'map') {
    const said = (name: string) => idOf(data, name);
    const change = { instanceId: said('instanceId'), status: said('status'), since: said('since') };
    return { ...applied, reading: { ...applied.reading, detail: withStatus(detail, change) } };
  }
  const serviceId = idOf(data, 'serviceId');
  const isShown =
    (detail?.kind === 'service' || detail?.kind === 'instance') && detail.service.serviceId === serviceId;
  return isShown ? { ...applied, isDetailOld: true } : applied;
}

function withIncident(applied: Applied, incident: Incident): Applied {
  const { incidents, detail } = applied.reading;
  const rows = withRow(incidents, 'incidentId', incident);
  // Newest first, as the list has them.
  const items = rows.items.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
  const reading = { ...applied.reading, incidents: { ...rows, items } };
  if (detail?.kind === 'service' && detail.service.serviceId === incident.serviceId)
    return { ...applied, reading, isDetailOld: true };
  if (detail?.kind !== 'incident' || detail.incident.incidentId !== incident.incidentId)
    return { ...applied, reading };
  return { ...applied, reading: { ...reading, detail: { ...detail, incident } }, isDetailOld: true };
}

function withRow<Row>(list: Listing<Row>, name: keyof Row, row: Row): Listing<Row> {
  const at = list.items.findIndex((item) => item[name] === row[name]);
  return { ...list, items: at === -1 ? [...list.items, row] : list.items.with(at, row) };
}

function idOf(data: unknown, name: string): string {
  const id = (data as Record<string, unknown> | null | undefined)?.[name];
  if (typeof id !== 'string') throw new TypeError(`an event has no ${name}`);
  return id;
}
