import { expect } from 'vitest';
import type { StreamEntry } from '../../src/actors/ports/events.ts';
import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { ServiceName } from '../../src/domain/policy.ts';
import type { ServiceCommit, ServiceView } from '../../src/domain/service-view.ts';
import type { PortCall } from './gate.ts';
import { type IncidentAfter, incidentAfter, newsAfter } from './reference-incident-after.ts';
import { type Due, dueNext, type Remembered, remembered } from './reference-incidents.ts';
import {
  type InstanceLog,
  type LoggedEvent,
  type ReferenceLog,
  type ServiceLog,
  tallyOf,
} from './reference-log.ts';
import { lastReminder, sayNow } from './reference-reminders.ts';
import {
  type ServiceRule,
  type ServiceSeen,
  type Step,
  serviceStep,
  shortSince,
  type Told,
} from './reference-rules.ts';
import { readFrom } from './reference-stream.ts';
import { observedMs } from './reference-time.ts';
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
  seen: ServiceSeen & { lateMs: number };
}

/** What one roll-up comes to: a step of the service, or something that was due. */
interface Outcome {
  step: Step | null;
  due: Due | null;
  memory: Remembered;
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

  /** Who recovers is not short, though it may be again by now. */
  const shortNow = ({ seen, nowMs }: Look, rule: ServiceRule, told: readonly Told[], step: Step | null) =>
    step?.to === 'Recovered' ? null : shortSince(seen, rule, told, nowMs);

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
    const nowMs = world.nowMs();
    const seen = {
      ...{ status: last.to, sinceMs: last.atMs, tally, shortSinceMs, gaps: gapsUntil(nowMs) },
      ...{ lastDownMs: lastDownMs(service.told), lateMs: lateMs(serviceId) },
    };
    looks.set(`${party} ${serviceId}`, { nowMs, revision, seen });
    const { status, sinceMs, counts } = view?.state ?? {};
    expect({ nowMs: view?.nowMs, status, sinceMs, counts }).toEqual({
      ...{ nowMs, status: seen.status, sinceMs: seen.sinceMs, counts: tally },
    });
    expect(view?.incident ?? null).toEqual(openIncidentOf(serviceId));
  }

  /** When an instance of it was late, or ceased to be, by the last that was written of it. */
  function lateMs(serviceId: string): number {
    const last = world.log.events.findLast(
      ({ serviceId: of, told }) => of === serviceId && [told?.to, told?.from].includes('Degraded'),
    );
    return last?.told?.atMs ?? 0;
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

  /** What must come first, if anything must. */
  function outcomeOf(service: ServiceLog, { seen, nowMs }: Look, told: readonly Told[]): Outcome {
    const rule = rules.of(service.serviceName);
    const open = openIncidentOf(service.serviceId);
    const course = world.log.courses.get(open?.incidentId ?? '');
    const found = serviceStep(seen, rule, told, nowMs);
    const all = { ...seen, hasIncident: open !== null };
    const recall = (step: Step | null) => remembered(service.memory, all, rule, told, { step, nowMs });
    const now = { gaps: seen.gaps, nowMs, reminding: found === null ? rules.reminding : null };
    const next = open && course && dueNext(open, course, recall(null), rule, now);
    const isDue = next != null && next.atMs <= nowMs && next.atMs <= (found?.atMs ?? Infinity);
    const step = isDue ? null : found;
    return { step, due: isDue ? sayNow(next, nowMs) : null, memory: recall(step) };
  }

  function onRolledUp(party: string, change: ServiceCommit): void {
    const service = serviceOf(change.view.serviceId);
    const { serviceId, serviceName } = service;
    const look = looks.get(`${party} ${serviceId}`);
    if (look === undefined) throw new Error(`${party} rolls up ${serviceName} without having looked`);
    expect(look.revision).toBe(service.revision);
    const told = toldTo(party, serviceId);
    const rule = rules.of(serviceName);
    const { step, due, memory } = outcomeOf(service, look, told);
    const before = openIncidentOf(serviceId);
    const previous = service.steps.at(-2)?.to ?? null;
    service.revision++;
    service.shortSinceMs = shortNow(look, rule, told, step);
    service.told = [...service.told, ...told];
    service.memory = memory;
    if (step !== null) service.steps.push(step);
    const { status: from, sinceMs } = look.seen;
    const startedAtMs = outageStartMs(service, step);
    const now = step ?? { to: from, atMs: sinceMs };
    expect(writtenBy(change)).toEqual({ ...now, shortSinceMs: service.shortSinceMs, memory });
    if (step !== null) log({ type: 'service.changed', serviceId, from, to: step.to, atMs: step.atMs });
    const way = { before, from, sinceMs, previous, startedAtMs, nowMs: look.nowMs, gaps: look.seen.gaps };
    const wasHeard = heardOf(before);
    const after = incidentAfter(world.log, { service, rule, step, due, memory }, way);
    expect(change.incident).toEqual(after?.incident ?? null);
    if (after !== null)
      writeDown(after, before, wasHeard, { atMs: (step ?? due)?.atMs ?? 0, gaps: way.gaps });
  }

  function writtenBy({ to, atMs, shortSinceMs, outages }: ServiceCommit) {
    return { to, atMs, shortSinceMs, memory: { outages: outages.count, quietMs: outages.quietSinceMs } };
  }

  /** What was told of an incident before the step. */
  function heardOf(before: Incident | null) {
    const course = world.log.courses.get(before?.incidentId ?? '');
    const reminder = course === undefined ? null : lastReminder(course.reminders);
    return { last: reminder ?? course?.names.at(-1) ?? null, recovery: course?.recovery ?? null };
  }

  function writeDown(
    after: IncidentAfter,
    before: Incident | null,
    heard: ReturnType<typeof heardOf>,
    { atMs, gaps }: { atMs: number; gaps: readonly BlindGap[] },
  ): void {
    const { incidentId, serviceId, relapses, detectedAtMs } = after.incident;
    world.log.incidents.set(incidentId, after.incident);
    if (after.kind === null) return;
    const untilMs = after.kind === 'opened' ? detectedAtMs : atMs;
    const news = {
      ...newsAfter(world.log, after, before, heard),
      silence: silenceUntil(after, untilMs, gaps),
    };
    log({ type: 'incident.changed', kind: after.kind, incidentId, serviceId, relapses, atMs, news });
  }

  /** What the outages that are over were silent for, and what the one that goes on was, by what could be heard. */
  function silenceUntil({ incident }: IncidentAfter, untilMs: number, gaps: readonly BlindGap[]) {
    const { outages = [], silentMs = 0 } = world.log.courses.get(incident.incidentId) ?? {};
    const last = outages.at(-1);
    const ownMs = last?.backMs === null ? observedMs(last.heardMs, untilMs, gaps) : 0;
    return { allMs: silentMs + ownMs, ownMs };
  }

  /** Should the step begin an outage: the newest last sign of life, but no earlier than the outage before ended. */
  function outageStartMs(service: ServiceLog, step: Step | null): number {
    const ends = service.steps
      .filter((_, at) => service.steps[at - 1]?.to === 'Down')
      .map(({ atMs }) => atMs);
    const startedAtMs = Math.max(lastHeardMs(service.told) ?? -1, ...ends);
    return startedAtMs < 0 ? (step?.atMs ?? 0) : startedAtMs;
  }

  const log = (event: LoggedEvent) => void world.log.events.push(event);

  /** A batch is done: then it changes nothing any more. */
  function onDone(party: string): void {
    for (const [serviceId, service] of world.log.services) {
      const told = toldTo(party, serviceId);
      if (told.length === 0) continue;
      const look = looks.get(`${party} ${serviceId}`);
      if (look === undefined) throw new Error(`${party} never looked at ${service.serviceName}`);
      expect(outcomeOf(service, look, told)).toMatchObject({ step: null, due: null });
    }
  }

  return {
    observe({ party, name, args, result }: PortCall): void {
      const [first, second] = args;
      if (name === 'registrations.ensureService' && !world.log.services.has(first as string)) {
        const { serviceName } = second as ServiceName;
        const steps = [{ to: 'Pending', atMs: world.nowMs() }];
        const service = { serviceId: first as string, serviceName, steps, told: [] };
        const memory = { outages: 0, quietMs: null };
        world.log.services.set(service.serviceId, { ...service, memory, revision: 0, shortSinceMs: null });
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
