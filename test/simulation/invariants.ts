import { expect } from 'vitest';
import type { InstanceView } from '../../src/actors/ports/instances.ts';
import type { InstanceChanged, MonitorEvent, ServiceChanged } from '../../src/domain/events.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { Notification } from '../../src/domain/notification.ts';
import type { ServiceView } from '../../src/domain/service-view.ts';
import { isLiving } from '../../src/domain/status.ts';
import { expectFewJobs } from './expect-no-growth.ts';
import { idBelow } from './reference-log.ts';
import type { Everything } from './simulated-store.ts';
import type { Simulation } from './simulation.ts';
import type { SimulationRules } from './simulation-rules.ts';

export interface WholePicture extends Everything {
  instances: InstanceView[];
  services: ServiceView[];
}

/** Everything that the store holds about what the fleet ever registered, read through the ports. */
export async function pictureOf({ store, clients }: Simulation, known: Set<string>): Promise<WholePicture> {
  for (const { instanceId } of clients) if (instanceId !== null) known.add(instanceId);
  const all = await store.all();
  for (const event of all.events) if (event.type === 'instance.changed') known.add(event.instanceId);
  const views = await Promise.all([...known].sort().map((id) => store.checks.read(id)));
  const instances = views.flatMap(({ instance }) => (instance === null ? [] : [instance]));
  const serviceIds = new Set(all.events.map(({ serviceId }) => serviceId));
  const services = await Promise.all([...serviceIds].sort().map((id) => store.services.read(id)));
  return { ...all, instances, services: services.flatMap((one) => (one === null ? [] : [one])) };
}

/** What must be so after every step, whatever happened. */
export function expectInvariants(picture: WholePicture, simulation: Simulation): void {
  expect(simulation.truth.falseDowns).toEqual([]);
  for (const service of picture.services) expectOneIncident(service, picture);
  for (const service of picture.services) expectCounts(service, picture);
  expectEventsAndStatesAgree(picture);
  for (const incident of picture.incidents) {
    const times = incident.timeline.map(({ atMs }) => atMs);
    for (const [at, ms] of times.entries()) expect(ms).toBeGreaterThan((times[at - 1] ?? 0) - 100);
    expect(incident.incidentId).toBe(idBelow(incident.serviceId, 'incident', incident.startedAtMs));
  }
  expectMessages(picture, simulation);
  expectOrder(picture, simulation);
  expectEndsOfWhatWasTold(picture, simulation);
  expectFewJobs(simulation);
}

/** S4: one open incident a service; there is one when it is Down, and while it is not trusted yet. */
function expectOneIncident({ serviceId, state, incident }: ServiceView, { incidents }: WholePicture): void {
  const open = incidents.filter((one) => one.serviceId === serviceId && one.state !== 'resolved');
  expect(open.length).toBeLessThanOrEqual(1);
  expect(incident ?? undefined).toEqual(open[0]);
  expect(open[0]?.state === 'open').toBe(state.status === 'Down');
}

function expectCounts({ serviceId, state }: ServiceView, { instances }: WholePicture): void {
  const mine = instances.filter((one) => one.serviceId === serviceId && isLiving(one.state.status));
  for (const [status, count] of Object.entries(state.counts))
    expect(mine.filter((one) => one.state.status === status)).toHaveLength(count);
}

/** S3: no state without its event, no event without its state, and each goes on where the last one ended. */
function expectEventsAndStatesAgree({ events, instances, services }: WholePicture): void {
  const ofInstance = (event: MonitorEvent): event is InstanceChanged => event.type === 'instance.changed';
  const ofService = (event: MonitorEvent): event is ServiceChanged => event.type === 'service.changed';
  const byInstance = Map.groupBy(events.filter(ofInstance), (event) => event.instanceId);
  for (const { instanceId, state } of instances)
    expect(byInstance.get(instanceId)?.at(-1)).toMatchObject({ to: state.status, atMs: state.sinceMs });
  const byService = Map.groupBy(events.filter(ofService), (event) => event.serviceId);
  for (const { serviceId, state } of services) {
    const last = byService.get(serviceId)?.at(-1);
    if (last === undefined) expect(state.status).toBe('Pending');
    else expect(last).toMatchObject({ to: state.status, atMs: state.sinceMs });
  }
  for (const chain of [...byInstance.values(), ...byService.values()]) {
    for (const [at, event] of chain.entries()) {
      const before = chain[at - 1];
      if (before === undefined) continue;
      expect(event.from).toBe(before.to === 'Expired' ? null : before.to);
      // The clock may go back by less than the 100 ms between two notes of it.
      expect(event.atMs).toBeGreaterThan(before.atMs - 100);
    }
  }
}

/** S5 and S6: ids follow from what is told; nothing is told twice without need, and no end before its beginning. */
function expectMessages({ notifications }: WholePicture, { sendings, doublesAllowed }: Simulation): void {
  for (const { incidentId, channelId, kind, notificationId, message } of notifications) {
    if (!('relapses' in message)) throw new Error(`no incident asked for ${kind}`);
    if (kind !== 'resolved') continue;
    expect(notificationId).toBe(idBelow(incidentId, 'notification', 'resolved', channelId));
  }
  const delivered = sendings.filter(({ outcome }) => outcome.kind === 'sent');
  const ids = new Set(delivered.map(({ notificationId }) => notificationId));
  expect(delivered.length - ids.size).toBeLessThanOrEqual(doublesAllowed);
  for (const row of notifications) {
    if (row.state === 'sent') expect(ids).toContain(row.notificationId);
  }
}

/** S6. */
function expectOrder({ notifications }: WholePicture, { sendings, losses }: Simulation): void {
  if (losses > 0) return;
  const at = (id: string | null) => sendings.findLastIndex(({ notificationId }) => notificationId === id);
  for (const { notificationId, afterId } of notifications) {
    const first = sendings.findIndex((sending) => sending.notificationId === notificationId);
    if (first !== -1 && afterId !== null) expect(at(afterId)).toBeLessThan(first);
  }
}

const outageKinds = new Set<string>(['down', 'flapping', 'reminder', 'escalation']);

/** Who was told of an outage is told of its end, and nobody else. */
function expectEndsOfWhatWasTold({ notifications }: WholePicture, { losses }: Simulation): void {
  if (losses > 0) return;
  const wasSent = ({ state }: Notification) => state === 'sent' || state === 'dead';
  for (const end of notifications.filter(({ kind }) => kind === 'resolved')) {
    const ofIncident = ({ incidentId, channelId }: Notification) =>
      incidentId === end.incidentId && channelId === end.channelId;
    const outages = notifications.filter((row) => ofIncident(row) && outageKinds.has(row.kind));
    if (wasSent(end)) expect(outages.some(wasSent)).toBe(true);
    if (end.state === 'suppressed') expect(outages.some(wasSent)).toBe(false);
  }
}

/** What must be so in the end, when all is well again and time has passed. */
export function expectLiveness(
  picture: WholePicture,
  { clients, queue, losses, rules }: Simulation,
  waited: boolean,
): void {
  for (const { instanceId, isAlive, hasDeregistered } of clients) {
    const found = picture.instances.find((one) => one.instanceId === instanceId);
    if (instanceId === null || (found === undefined && !isAlive)) continue;
    const { status } = found?.state ?? {};
    const gone = hasDeregistered && losses === 0 ? ['Stopped', 'Replaced'] : ['Down', 'Stopped', 'Replaced'];
    const right = isAlive ? ['Healthy'] : gone;
    expect(right).toContain(status);
  }
  for (const service of picture.services) expectSettled(service, waited);
  const final = ['sent', 'dead', 'suppressed'];
  expect(picture.notifications.filter(({ state }) => !final.includes(state))).toEqual([]);
  expect([...queue.deliveries.values()]).toEqual([]);
  for (const incident of picture.incidents) expectTold(incident, picture, rules);
}

function expectTold(
  incident: Incident,
  picture: WholePicture,
  { channelIds, routed }: SimulationRules,
): void {
  const { incidentId, state, unanswered } = incident;
  const told = picture.notifications.filter((row) => row.incidentId === incidentId).map(({ kind }) => kind);
  expect(told.filter((kind) => ['down', 'flapping'].includes(kind)).length).toBeGreaterThanOrEqual(2);
  expect(told.filter((kind) => kind === 'resolved')).toHaveLength(
    state === 'resolved' ? channelIds.length : 0,
  );
  const reached = [...routed, ...(unanswered?.escalatedTo ?? [])];
  if (state === 'open') expectToldOn(reached, picture, incidentId);
}

/** No silence is left: what is Down was told, and who was to be told by an escalation was. */
function expectToldOn(
  channelIds: readonly string[],
  { notifications }: WholePicture,
  incidentId: string,
): void {
  const rows = notifications.filter((row) => row.incidentId === incidentId && row.kind !== 'recovering');
  for (const reached of channelIds) {
    const states = rows.filter(({ channelId }) => channelId === reached).map(({ state }) => state);
    expect(states).toEqual(expect.arrayContaining([expect.stringMatching(/^(sent|dead)$/)]));
  }
}

function expectSettled({ state, incident }: ServiceView, waited: boolean): void {
  expect(['Healthy', 'Degraded', 'Down', 'Stopped']).toContain(state.status);
  const quiet = waited ? [undefined] : [undefined, 'recovering'];
  expect(state.status === 'Down' ? ['open'] : quiet).toContain(incident?.state);
}
