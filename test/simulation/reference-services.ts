import { expect } from 'vitest';
import type { ServiceCommit, ServiceView } from '../../src/actors/ports.ts';
import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { ServiceName } from '../../src/domain/policy.ts';
import type { StreamEntry } from '../../src/store/event-stream.ts';
import type { PortCall } from './gate.ts';
import {
  type InstanceLog,
  idBelow,
  type LoggedEvent,
  type ReferenceLog,
  type ServiceLog,
  tallyOf,
} from './reference-log.ts';
import { type ServiceSeen, type Step, serviceStep, shortSince, type Told } from './reference-rules.ts';
import { readFrom } from './reference-stream.ts';
import type { SimulationRules } from './simulation-rules.ts';

/** What both halves of the model work on. */
export interface ReferenceWorld {
  log: ReferenceLog;
  serverTimeMs: number;
  nowMs(): number;
}

interface Look {
  nowMs: number;
  revision: number;
  seen: ServiceSeen;
}

/** Services and incidents of the model: from the changes of instances that were told. */
export function createReferenceServices(world: ReferenceWorld, rules: SimulationRules) {
  const looks = new Map<string, Look>();
  /** What each party was given to roll up. */
  const batches = new Map<string, LoggedEvent[]>();

  function serviceOf(serviceId: string): ServiceLog {
    const service = world.log.services.get(serviceId);
    if (service === undefined) throw new Error(`service ${serviceId} is not known`);
    return service;
  }

  const toldTo = (party: string, serviceId: string): Told[] =>
    (batches.get(party) ?? []).flatMap((event) =>
      event.serviceId === serviceId && event.told !== undefined ? [event.told] : [],
    );

  const lastDownMs = (told: readonly Told[]) =>
    Math.max(0, ...told.filter(({ to }) => to === 'Down').map(({ atMs }) => atMs));
  const lastHeardMs = (told: readonly Told[]) => {
    const times = told
      .filter(({ to }) => ['Down', 'Stopped', 'Replaced'].includes(to))
      .map(({ silentSinceMs }) => silentSinceMs);
    return times.length > 0 ? Math.max(...times) : null;
  };

  function onLook(party: string, serviceId: string, view: ServiceView | null): void {
    const service = world.log.services.get(serviceId);
    if (service === undefined) return expect(view).toBeNull();
    const last = service.steps.at(-1) ?? { to: 'Pending', atMs: 0 };
    const tally = tallyOf(world.log, serviceId);
    const { revision, shortSinceMs } = service;
    const seen = { status: last.to, sinceMs: last.atMs, tally, shortSinceMs };
    const nowMs = world.nowMs();
    looks.set(`${party} ${serviceId}`, {
      ...{ nowMs, revision, seen: { ...seen, lastDownMs: lastDownMs(service.told), gaps: gapsUntil(nowMs) } },
    });
    const { status, sinceMs, counts } = view?.state ?? {};
    expect({ nowMs: view?.nowMs, status, sinceMs, counts }).toEqual({
      ...{ nowMs, status: seen.status, sinceMs: seen.sinceMs, counts: tally },
    });
    expect(view?.incident ?? null).toEqual(openIncidentOf(serviceId));
  }

  /** A gap that goes on is one as well. */
  function gapsUntil(nowMs: number): BlindGap[] {
    const { gaps, tickMs } = world.log;
    const open = { fromMs: tickMs ?? 0, toMs: nowMs };
    return nowMs - open.fromMs > rules.blindAfterMs ? [...gaps, open] : [...gaps];
  }

  function openIncidentOf(serviceId: string): Incident | null {
    const all = [...world.log.incidents.values()];
    return all.find((one) => one.serviceId === serviceId && one.state !== 'resolved') ?? null;
  }

  function onRolledUp(party: string, change: ServiceCommit): void {
    const service = serviceOf(change.view.serviceId);
    const { serviceId, serviceName } = service;
    const look = looks.get(`${party} ${serviceId}`);
    if (look === undefined) throw new Error(`${party} rolls up ${serviceName} without having looked`);
    expect(look.revision).toBe(service.revision);
    const told = toldTo(party, serviceId);
    const rule = rules.of(serviceName);
    const step = serviceStep(look.seen, rule, told, look.nowMs);
    const toldSoFar = [...service.told, ...told];
    service.revision++;
    service.shortSinceMs = shortSince(look.seen, rule, told, look.nowMs);
    service.told = toldSoFar;
    expect({ to: change.to, atMs: change.atMs, shortSinceMs: change.shortSinceMs }).toEqual({
      to: step?.to ?? look.seen.status,
      atMs: step?.atMs ?? look.seen.sinceMs,
      shortSinceMs: service.shortSinceMs,
    });
    if (step === null) return;
    const before = openIncidentOf(serviceId);
    const previous = service.steps.at(-2)?.to ?? null;
    service.steps.push(step);
    const { status: from, sinceMs } = look.seen;
    log({ type: 'service.changed', serviceId, from, to: step.to, atMs: step.atMs });
    const ends = service.steps
      .filter((_, at) => service.steps[at - 1]?.to === 'Down')
      .map(({ atMs }) => atMs);
    const startedAtMs = Math.max(lastHeardMs(toldSoFar) ?? -1, ...ends);
    const way = { from, sinceMs, previous, startedAtMs: startedAtMs < 0 ? step.atMs : startedAtMs };
    const after = before === null ? opened(service, step, look.nowMs, way) : advanced(before, from, step);
    expect(change.incident).toEqual(after.incident);
    if (after.incident === null) return;
    const { incidentId, relapses } = after.incident;
    world.log.incidents.set(incidentId, after.incident);
    log({ type: 'incident.changed', kind: after.kind, incidentId, serviceId, relapses, atMs: step.atMs });
  }

  function opened(
    { serviceId, serviceName }: ServiceLog,
    step: Step,
    nowMs: number,
    way: { from: string; sinceMs: number; previous: string | null; startedAtMs: number },
  ) {
    if (step.to !== 'Down') return { incident: null, kind: '' };
    const entry = { atMs: step.atMs, from: way.from, to: step.to };
    const lateFirst = { atMs: way.sinceMs, from: way.previous, to: 'Degraded' };
    const timeline = way.from === 'Degraded' && way.previous !== null ? [lateFirst, entry] : [entry];
    const incident = {
      incidentId: idBelow(serviceId, 'incident', way.startedAtMs),
      ...{ serviceId, serviceName, environment: 'test', state: 'open', startedAtMs: way.startedAtMs },
      ...{ detectedAtMs: nowMs, recoveredAtMs: null, resolvedAtMs: null, relapses: 0, acknowledged: null },
      timeline,
    };
    return { incident: incident as Incident, kind: 'opened' };
  }

  function advanced(before: Incident, from: string, step: Step) {
    const timeline = [...before.timeline, { atMs: step.atMs, from, to: step.to }];
    const relapses = before.relapses + (step.to === 'Down' ? 1 : 0);
    const recoveredAtMs =
      step.to === 'Down' ? null : step.to === 'Recovered' ? step.atMs : (before.recoveredAtMs ?? step.atMs);
    const kinds: Record<string, string> = { Down: 'relapsed', Recovered: 'recovering' };
    const states: Record<string, string> = { Down: 'open', Recovered: 'recovering' };
    const resolvedAtMs = step.to in kinds ? null : step.atMs;
    const state = states[step.to] ?? 'resolved';
    const incident = { ...before, timeline, relapses, recoveredAtMs, resolvedAtMs, state } as Incident;
    return { incident, kind: kinds[step.to] ?? 'resolved' };
  }

  const log = (event: LoggedEvent) => void world.log.events.push(event);

  /** A batch is done: then it changes nothing any more. */
  function onDone(party: string): void {
    for (const [serviceId, service] of world.log.services) {
      const told = toldTo(party, serviceId);
      if (told.length === 0) continue;
      const look = looks.get(`${party} ${serviceId}`);
      if (look === undefined) throw new Error(`${party} never looked at ${service.serviceName}`);
      expect(serviceStep(look.seen, rules.of(service.serviceName), told, look.nowMs)).toBeNull();
    }
  }

  return {
    observe({ party, name, args, result }: PortCall): void {
      const [first, second] = args;
      if (name === 'registrations.ensureService' && !world.log.services.has(first as string)) {
        const { serviceName } = second as ServiceName;
        const steps = [{ to: 'Pending', atMs: world.nowMs() }];
        const service = { serviceId: first as string, serviceName, steps, told: [] };
        world.log.services.set(service.serviceId, { ...service, revision: 0, shortSinceMs: null });
      }
      if (name === 'services.read') onLook(party, first as string, result as ServiceView | null);
      if (name === 'services.commit' && (result as { kind: string }).kind === 'committed')
        onRolledUp(party, first as ServiceCommit);
      if (name.startsWith('overdue.')) batches.set(party, []);
      if (name.startsWith('roll-up-service.') && Array.isArray(result))
        batches.set(party, readFrom(world.log, 'roll-up-service', name, result as StreamEntry[]));
      if (name === 'roll-up-service.done') onDone(party);
    },
    /** An instance stepped: its service is told, with the tally as it is by then. */
    tell(instance: InstanceLog, step: { to: string; atMs: number; silentSinceMs: number }): void {
      const { instanceId, serviceId } = instance;
      const before = instance.steps.at(-1) ?? null;
      const from = before?.to ?? null;
      instance.steps.push(step);
      const tally = tallyOf(world.log, serviceId);
      const told = { from, fromSinceMs: before?.atMs ?? step.atMs, ...step, tally };
      log({ type: 'instance.changed', instanceId, serviceId, from, to: step.to, atMs: step.atMs, told });
    },
  };
}
