import { ReadFailure } from './read-failure.js';

/** @import { Client } from './create-client.js' */
/** @import { Detail, Route } from './page-types.ts' */
/** @import { Incident, Instance, Listing, Notification, Service } from './wire-types.ts' */

/** Nobody reads more than this on a page, and no monitor should be asked for more every two seconds. */
const mostServices = 5_000;
const mostInstances = 1_000;
const mostDown = 200;
const mostNotifications = 400;
const incidentsAPage = 50;

const mostPastIncidents = 10;
/** Open incidents older than those listed are fetched one by one, up to this many. */
const mostOldOpen = 20;

/** @type {Detail} */
const missing = { kind: 'missing' };
/** @typedef {{ route: Route, incidentPages: number }} Wanted */

/**
 * Reads what the open page shows, in one go.
 *
 * @param {Client} client
 * @param {Wanted} wanted
 * @param {AbortSignal} signal
 */
export async function readEverything(client, { route, incidentPages }, signal) {
  /** @type {[Listing<Service>, Listing<Incident>, Detail | null]} */
  const [services, newest, detail] = await Promise.all([
    client.list('service', '/api/services', mostServices, signal),
    client.list('incident', '/api/incidents', incidentsAPage * incidentPages, signal),
    readDetail(client, route, signal),
  ]);
  const older = await readOlderOpen(client, services.items, newest.items, signal);
  return { services, incidents: { ...newest, items: [...newest.items, ...older] }, detail };
}

/**
 * Incidents that are open for so long that newer ones have pushed them off the list: the last to be hidden.
 *
 * @param {Client} client
 * @param {Service[]} services
 * @param {Incident[]} newest
 * @param {AbortSignal} signal
 * @returns {Promise<Incident[]>}
 */
async function readOlderOpen(client, services, newest, signal) {
  const listed = new Set(newest.map(({ incidentId }) => incidentId));
  const ids = services.flatMap(({ openIncidentId: id }) => (id === null || listed.has(id) ? [] : [id]));
  /** @type {(Incident | null)[]} */
  const found = await Promise.all(
    ids.slice(0, mostOldOpen).map((id) => orMissing(client.one('incident', `/api/incidents/${id}`, signal))),
  );
  return found.filter((incident) => incident !== null);
}

/**
 * @param {Client} client
 * @param {Route} route
 * @param {AbortSignal} signal
 * @returns {Promise<Detail | null>}
 */
async function readDetail(client, route, signal) {
  if (!('id' in route)) return null;
  const { page, id } = route;
  if (page !== 'group')
    return (
      (await orMissing((page === 'service' ? readService : readIncident)(client, id, signal))) ?? missing
    );
  const group = await orMissing(client.one('group', `/api/outage-groups/${id}`, signal));
  return group === null ? missing : { kind: 'group', group };
}

/**
 * @param {Client} client
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<Detail>}
 */
async function readService(client, id, signal) {
  /** @type {[Service, Listing<Instance>]} */
  const [service, instances] = await Promise.all([
    client.one('service', `/api/services/${id}`, signal),
    client.list('instance', `/api/services/${id}/instances`, mostInstances, signal),
  ]);
  // Where not all are shown, those that matter most are.
  /** @type {Listing<Instance>} */
  const down = instances.isCut
    ? await client.list('instance', `/api/services/${id}/instances?status=Down`, mostDown, signal)
    : { items: [], isCut: false };
  // One that changes meanwhile may come twice.
  const each = new Map([...instances.items, ...down.items].map((item) => [item.instanceId, item]));
  instances.items = [...each.values()];
  return { kind: 'service', service, instances, incidents: await readPast(client, service, signal) };
}

/** The incidents of one service are a search for the monitor, so they are read when it changed its status. */
const past = { of: '', incidents: /** @type {Incident[]} */ ([]) };

/**
 * @param {Client} client
 * @param {Service} service
 * @param {AbortSignal} signal
 */
async function readPast(client, { serviceId, status, since, openIncidentId }, signal) {
  const of = [serviceId, status, since, openIncidentId].join();
  if (past.of !== of) {
    /** @type {Listing<Incident>} */
    const found = await client.list(
      'incident',
      `/api/incidents?serviceId=${serviceId}`,
      mostPastIncidents,
      signal,
    );
    Object.assign(past, { of, incidents: found.items });
  }
  return past.incidents;
}

/**
 * @param {Client} client
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<Detail>}
 */
async function readIncident(client, id, signal) {
  /** @type {[Incident, Listing<Notification>]} */
  const [incident, notifications] = await Promise.all([
    client.one('incident', `/api/incidents/${id}`, signal),
    client.list('notification', `/api/notifications?incidentId=${id}`, mostNotifications, signal),
  ]);
  return { kind: 'incident', incident, notifications };
}

/**
 * @template T
 * @param {Promise<T>} reading
 * @returns {Promise<T | null>}
 */
async function orMissing(reading) {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReadFailure && error.kind === 'missing') return null;
    throw error;
  }
}
