import { readMap } from '../map/read-map.ts';
import type { Asking, AuditFilter, Detail, Route } from '../page/page-types.ts';
import { ReadFailure } from './read-failure.ts';
import type { Caller, Incident, Instance, Listing, OutageGroup, Service, Uptime } from './wire-types.ts';

/** Nobody reads more than this on a page, and no monitor should be asked for more every two seconds. */
const mostServices = 5_000;
const mostInstances = 1_000;
const mostDown = 200;
const mostNotifications = 400;
const incidentsAPage = 50;
const entriesAPage = 50;
const mostKeys = 1_000;

/** The map of an outage group. */
const mostMapped = 25;
const mostMappedInstances = 200;
const placesMs = 20_000;

const mostPastIncidents = 10;
/** Open incidents older than those listed are fetched one by one, up to this many. */
const mostOldOpen = 20;

/** All that one reading brings: the lists that every page shows, and what the open one shows beside them. */
export interface Reading {
  services: Listing<Service>;
  incidents: Listing<Incident>;
  /** Who reads; null: the monitor does not say, as one of a version before. */
  caller: Caller | null;
  detail: Detail | null;
}

/** What is looked at. */
export interface Wanted {
  route: Route;
  incidentPages: number;
  /** Absent: everything. */
  auditFilter?: AuditFilter;
  auditPages?: number;
  /** What the page shows; it may be as good as what would be read. */
  detailBefore?: Detail | null;
}

/** Reads what the open page shows, in one go; `known`: the lists need not be read. */
export async function readEverything(
  client: Asking,
  { known = null, ...wanted }: Wanted & { known?: Reading | null },
  signal: AbortSignal,
): Promise<Reading> {
  const { incidentPages } = wanted;
  const looked = { ...wanted, detailBefore: known?.detail ?? null };
  if (known !== null) return { ...known, detail: await readDetail(client, looked, signal) };
  const [services, newest, caller, detail] = await Promise.all([
    client.list('service', '/api/services', mostServices, signal),
    client.list('incident', '/api/incidents', incidentsAPage * incidentPages, signal),
    orMissing(client.one('caller', '/api/caller', signal)),
    readDetail(client, looked, signal),
  ]);
  const older = await readOlderOpen(client, services.items, newest.items, signal);
  return { services, incidents: { ...newest, items: [...newest.items, ...older] }, caller, detail };
}

/** Incidents that are open for so long that newer ones have pushed them off the list: the last to be hidden. */
async function readOlderOpen(
  client: Asking,
  services: Service[],
  newest: Incident[],
  signal: AbortSignal,
): Promise<Incident[]> {
  const listed = new Set(newest.map(({ incidentId }) => incidentId));
  const ids = services.flatMap(({ openIncidentId: id }) => (id === null || listed.has(id) ? [] : [id]));
  const found = await Promise.all(
    ids.slice(0, mostOldOpen).map((id) => orMissing(client.one('incident', `/api/incidents/${id}`, signal))),
  );
  return found.filter((incident) => incident !== null);
}

async function readDetail(client: Asking, wanted: Wanted, signal: AbortSignal): Promise<Detail | null> {
  try {
    return await readPage(client, wanted, signal);
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    if (error.kind === 'missing') return { kind: 'missing' };
    if (error.kind === 'forbidden') return { kind: 'forbidden' };
    throw error;
  }
}

async function readPage(client: Asking, wanted: Wanted, signal: AbortSignal): Promise<Detail | null> {
  const { route } = wanted;
  switch (route.page) {
    case 'service':
      return readService(client, route.id, signal);
    case 'instance':
      return readInstance(client, route.id, signal);
    case 'map':
      return readMap(client, { ...route, detailBefore: wanted.detailBefore ?? null }, signal);
    case 'incident':
      return readIncident(client, route.id, signal);
    case 'group':
      return readGroup(client, route.id, signal);
    case 'channels':
      return {
        kind: 'channels',
        channels: (await client.list('channel', '/api/channels', mostKeys, signal)).items,
      };
    case 'keys':
      return { kind: 'keys', keys: (await client.list('key', '/api/keys', mostKeys, signal)).items };
    case 'audit':
      return readAudit(client, wanted, signal);
    case 'monitor':
      return { kind: 'monitor', health: await client.one('health', '/api/monitor', signal) };
    case 'services':
    case 'incidents':
    case 'wall':
    case 'unknown':
      return null;
  }
}

async function readAudit(
  client: Asking,
  { auditFilter = { act: '', by: '' }, auditPages = 1 }: Wanted,
  signal: AbortSignal,
): Promise<Detail> {
  const said = Object.entries(auditFilter).filter(([, value]) => value !== '');
  const path = said.length === 0 ? '/api/audit' : `/api/audit?${new URLSearchParams(said)}`;
  try {
    return { kind: 'audit', entries: await client.list('entry', path, entriesAPage * auditPages, signal) };
  } catch (failure) {
    // A link may name an act that nobody can do.
    if (!(failure instanceof ReadFailure) || failure.kind !== 'invalid') throw failure;
    return { kind: 'audit', entries: { items: [], isCut: false } };
  }
}

async function readGroup(client: Asking, id: string, signal: AbortSignal): Promise<Detail> {
  const group = await client.one('group', `/api/outage-groups/${id}`, signal);
  return { kind: 'group', group, instances: await readPlaces(client, group, signal) };
}

/** The instances of the services of a group are many requests: they are read when it changed, and now and then. */
const places: { of: string; instances: Instance[] } = { of: '', instances: [] };

async function readPlaces(
  client: Asking,
  { outageGroupId, incidents, instances: { silent } }: OutageGroup,
  signal: AbortSignal,
): Promise<Instance[]> {
  const over = incidents.filter((incident) => incident.over).length;
  const of = [outageGroupId, incidents.length, over, silent, Math.floor(Date.now() / placesMs)].join();
  if (places.of !== of) {
    const ids = incidents.slice(0, mostMapped).map(({ serviceId }) => serviceId);
    const found = await Promise.all(
      ids.map((id) =>
        orMissing(client.list('instance', `/api/services/${id}/instances`, mostMappedInstances, signal)),
      ),
    );
    Object.assign(places, { of, instances: found.flatMap((list) => list?.items ?? []) });
  }
  return places.instances;
}

async function readService(client: Asking, id: string, signal: AbortSignal): Promise<Detail> {
  const [service, instances] = await Promise.all([
    client.one('service', `/api/services/${id}`, signal),
    client.list('instance', `/api/services/${id}/instances`, mostInstances, signal),
  ]);
  // Where not all are shown, those that matter most are.
  const down = instances.isCut
    ? await client.list('instance', `/api/services/${id}/instances?status=Down`, mostDown, signal)
    : { items: [] };
  // One that changes meanwhile may come twice.
  const each = new Map([...instances.items, ...down.items].map((item) => [item.instanceId, item]));
  instances.items = [...each.values()];
  const [incidents, uptime] = await Promise.all([
    readPast(client, service, signal),
    readUptime(client, service, signal),
  ]);
  return { kind: 'service', service, instances, incidents, uptime };
}

async function readInstance(client: Asking, id: string, signal: AbortSignal): Promise<Detail> {
  const instance = await client.one('instance', `/api/instances/${id}`, signal);
  const service = await client.one('service', `/api/services/${instance.serviceId}`, signal);
  return { kind: 'instance', instance, service, incidents: await readPast(client, service, signal) };
}

/** The incidents of one service are a search for the monitor, so they are read when it changed its status. */
const past: { of: string; incidents: Incident[] } = { of: '', incidents: [] };

async function readPast(
  client: Asking,
  { serviceId, status, since, openIncidentId }: Service,
  signal: AbortSignal,
): Promise<Incident[]> {
  const of = [serviceId, status, since, openIncidentId].join();
  if (past.of !== of) {
    const path = `/api/incidents?serviceId=${serviceId}`;
    const { items } = await client.list('incident', path, mostPastIncidents, signal);
    Object.assign(past, { of, incidents: items });
  }
  return past.incidents;
}

/** It changes with each second, and matters by the minute. */
const lastUptime: { of: string; uptime: Uptime | null } = { of: '', uptime: null };

async function readUptime(
  client: Asking,
  { serviceId, status, since }: Service,
  signal: AbortSignal,
): Promise<Uptime | null> {
  const of = [serviceId, status, since, Math.floor(Date.now() / 60_000)].join();
  if (lastUptime.of !== of) {
    const path = `/api/services/${serviceId}/uptime?days=90`;
    Object.assign(lastUptime, { of, uptime: await orMissing(client.one('uptime', path, signal)) });
  }
  return lastUptime.uptime;
}

async function readIncident(client: Asking, id: string, signal: AbortSignal): Promise<Detail> {
  const [incident, notifications] = await Promise.all([
    client.one('incident', `/api/incidents/${id}`, signal),
    client.list('notification', `/api/notifications?incidentId=${id}`, mostNotifications, signal),
  ]);
  return { kind: 'incident', incident, notifications };
}

async function orMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReadFailure && error.kind === 'missing') return null;
    throw error;
  }
}
