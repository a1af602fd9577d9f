import type { CommitOutcome } from '../../../src/actors/ports/commits.ts';
import type { BeatOutcome, Beats } from '../../../src/actors/ports/heartbeats.ts';
import type {
  Checks,
  CheckView,
  InstanceCommit,
  InstanceView,
  Registration,
  Registrations,
} from '../../../src/actors/ports/instances.ts';
import { isLiving } from '../../../src/domain/status.ts';
import { rulesOf } from '../../store/open-store.ts';
import { createMemoryLeases, rearm } from './memory-leases.ts';
import { inScoreOrder, type Memory, noCounts } from './memory-state.ts';

const stale: CommitOutcome = { kind: 'stale' };
const committed: CommitOutcome = { kind: 'committed' };

/** Instances in memory: what heartbeats, checks and registrations read and write. */
export function createMemoryInstances(memory: Memory, blindAfterMs: number) {
  const view = (instanceId: string): CheckView => viewOf(memory, instanceId);
  const beats: Beats = {
    now: async () => memory.nowMs(),
    receive: async (_, some, tickSentAtMs) => receive(memory, blindAfterMs, some, tickSentAtMs),
  };
  const registrations: Registrations = {
    read: async (instanceId) => view(instanceId),
    hasService: async (serviceId) => memory.state.services.has(serviceId),
    shown: async (serviceId) => ({
      labels: {},
      version: memory.state.services.get(serviceId)?.version ?? null,
    }),
    ensureService: async (serviceId, { serviceName, environment }, nowMs) => {
      if (memory.state.services.has(serviceId)) return;
      memory.state.services.set(serviceId, {
        ...{ serviceName, environment, status: 'Pending', sinceMs: nowMs, revision: 0, counts: noCounts() },
        ...{ previousStatus: null, previousSinceMs: null, shortSinceMs: null, lastHeardAtMs: null },
        ...{ lateAtMs: null, outages: { count: 0, quietSinceMs: null }, gapsSinceMs: null },
        ...{ lastDownAtMs: null, openIncidentId: null, registrantIntervalMs: null },
        ...{ version: null, history: [{ atMs: nowMs, status: 'Pending' }] },
      });
    },
    write: async (registration) => register(memory, registration),
  };
  const checks: Checks = {
    read: async (instanceId) => view(instanceId),
    newcomers: async (serviceId, { afterMs, otherVersionAfterMs }) => {
      const siblings = memory.state.siblings.get(serviceId) ?? new Map<string, number>();
      return inScoreOrder(siblings, otherVersionAfterMs, Number.POSITIVE_INFINITY).flatMap(
        ([instanceId, registeredAtMs]) => {
          const instance = memory.state.instances.get(instanceId);
          if (instance === undefined) return [];
          const version = registeredAtMs > afterMs ? null : instance.description.version;
          return [{ instanceId, registeredAtMs, status: instance.status, version }];
        },
      );
    },
    hasAliveSibling: async (serviceId) => {
      const counts = memory.state.services.get(serviceId)?.counts ?? noCounts();
      return counts.Healthy + counts.Recovered + counts.Degraded > 0;
    },
    commit: async (change) => commit(memory, change),
    ...createMemoryLeases(memory, view),
    rest: async (seen, nextCheckAtMs, expectedIntervalMs) => {
      const instance = memory.state.instances.get(seen.instanceId);
      if (instance?.revision !== seen.revision || !rearm(memory, seen, nextCheckAtMs)) return stale;
      if (instance.expectedIntervalMs !== expectedIntervalMs) instance.revision++;
      instance.expectedIntervalMs = expectedIntervalMs;
      return committed;
    },
    forget: async (instanceId) => {
      if (!memory.state.instances.has(instanceId)) memory.state.timer.delete(instanceId);
    },
  };
  return { beats, registrations, checks };
}

function viewOf(memory: Memory, instanceId: string): CheckView {
  const { state } = memory;
  const nowMs = memory.nowMs();
  const seenMs = state.seen.get(instanceId);
  const found = state.instances.get(instanceId);
  const gaps = seenMs === undefined ? [] : state.gaps.filter((gap) => gap.toMs > seenMs);
  const rest = { nowMs, gaps, tickAtMs: state.tickMs ?? 0 };
  if (found === undefined) return { ...rest, instance: null };
  const { status, sinceMs, judgedSilenceMs, lastHeartbeat: _, ...instance } = structuredClone(found);
  const silentSinceMs = seenMs ?? judgedSilenceMs;
  const hasBeaten = silentSinceMs >= instance.registeredAtMs;
  return {
    ...rest,
    instance: {
      ...{ nowMs, instanceId, ...instance, health: null },
      timerMs: state.timer.get(instanceId) ?? null,
      state: { status, sinceMs, silentSinceMs, hasBeaten, judgedSilenceMs },
    },
  };
}

function receive(
  memory: Memory,
  blindAfterMs: number,
  some: Parameters<Beats['receive']>[1],
  tickSentAtMs = 0,
) {
  const { state } = memory;
  const nowMs = memory.nowMs();
  const blindMs = state.tickMs !== null && nowMs - state.tickMs > blindAfterMs ? nowMs - state.tickMs : 0;
  if (blindMs > 0) state.gaps.push({ fromMs: nowMs - blindMs, toMs: nowMs });
  if (blindMs > 0 || state.tickMs === null) state.tickMs = nowMs;
  else state.tickMs = Math.max(state.tickMs, tickSentAtMs);
  const outcomes = some.map(({ instanceId, metadata }): BeatOutcome => {
    const instance = state.instances.get(instanceId);
    if (instance === undefined || !state.seen.has(instanceId)) return { kind: 'unknown-instance' };
    state.seen.set(instanceId, nowMs);
    if (metadata !== null) instance.lastHeartbeat = JSON.parse(metadata) as Record<string, unknown>;
    const { description } = instance;
    const isNews = state.wake.has(instanceId);
    if (isNews) {
      state.timer.set(instanceId, nowMs);
      state.wake.delete(instanceId);
    }
    return {
      kind: 'received',
      serviceStatus: state.services.get(instance.serviceId)?.status ?? 'Pending',
      expectedIntervalMs: rulesOf(description, description.registrantIntervalMs ?? undefined).timing
        .intervalMs,
      isNews: isNews && !memory.diesBeforeWaking,
    };
  });
  if (some.length > 0) memory.diesBeforeWaking = false;
  return { nowMs, blindMs, outcomes };
}

function register(memory: Memory, registration: Registration) {
  const { state } = memory;
  const { instanceId, serviceId, nowMs, view, appears, description, silentSinceMs, deploy } = registration;
  const before = state.instances.get(instanceId);
  const service = state.services.get(serviceId);
  if (!isAsSeen(memory, registration)) return stale;
  const judged = before ?? { status: 'Pending' as const, sinceMs: nowMs, judgedSilenceMs: nowMs - 1 };
  const { status, sinceMs, judgedSilenceMs } = judged;
  state.instances.set(instanceId, {
    ...{ serviceId, description: structuredClone(description), status, sinceMs, judgedSilenceMs },
    ...{ revision: view === null ? nowMs : view.revision + 1, registeredAtMs: nowMs },
    previousBeatAtMs: lastBeatOf(view),
    expectedIntervalMs: registration.expectedIntervalMs,
    lastHeartbeat: before?.lastHeartbeat ?? null,
  });
  if (silentSinceMs !== null) {
    state.seen.set(instanceId, Math.max(silentSinceMs, state.seen.get(instanceId) ?? silentSinceMs));
  }
  state.timer.set(instanceId, registration.firstCheckAtMs);
  const { registrantIntervalMs } = description;
  Object.assign(service ?? {}, {
    registrantIntervalMs,
    ...(deploy == null ? {} : { version: deploy.version }),
  });
  if (appears) appear(memory, registration);
  if (appears) state.tickMs ??= nowMs;
  return committed;
}

function isAsSeen({ state }: Memory, { instanceId, serviceId, view, deploy }: Registration): boolean {
  const timerMs = state.timer.get(instanceId) ?? null;
  // Another registration may have brought a version since.
  if (deploy != null && state.services.get(serviceId)?.version !== deploy.previous) return false;
  return state.instances.get(instanceId)?.revision === view?.revision && timerMs === (view?.timerMs ?? null);
}

function lastBeatOf(view: InstanceView | null): number | null {
  if (view === null) return null;
  return view.state.hasBeaten ? view.state.silentSinceMs : view.previousBeatAtMs;
}

function appear(memory: Memory, { instanceId, serviceId, nowMs, view }: Registration): void {
  const { state } = memory;
  const from = view?.state.status ?? null;
  const appearance = { status: 'Pending' as const, sinceMs: nowMs, judgedSilenceMs: nowMs - 1 };
  Object.assign(state.instances.get(instanceId) ?? {}, appearance);
  const siblings = state.siblings.get(serviceId) ?? new Map<string, number>();
  siblings.set(instanceId, from === null ? nowMs : 0);
  state.siblings.set(serviceId, siblings);
  state.wake.add(instanceId);
  memory.tellInstance({
    ...{ type: 'instance.changed', instanceId, serviceId, from, to: 'Pending', atMs: nowMs },
    ...{ fromSinceMs: view?.state.sinceMs ?? nowMs, silentSinceMs: nowMs - 1 },
  });
}

function commit(memory: Memory, { view, after, ...change }: InstanceCommit): CommitOutcome {
  const { state } = memory;
  const { instanceId, serviceId } = view;
  const instance = state.instances.get(instanceId);
  const siblings = state.siblings.get(serviceId);
  const { absorbed } = change;
  if (instance?.revision !== view.revision || siblings === undefined) return stale;
  const isHeard = isLiving(view.state.status) && state.seen.get(instanceId) !== view.state.silentSinceMs;
  const isTaken = absorbed !== null && siblings.get(absorbed.instanceId) !== absorbed.registeredAtMs;
  if (isHeard || isTaken) return stale;

  const to = after.status;
  const { sinceMs, judgedSilenceMs } = after;
  Object.assign(instance, { status: to, sinceMs, judgedSilenceMs, revision: view.revision + 1 });
  instance.expectedIntervalMs = change.expectedIntervalMs;
  state.timer.set(instanceId, change.nextCheckAtMs);
  if (['Pending', 'Degraded', 'Down'].includes(to)) state.wake.add(instanceId);
  else state.wake.delete(instanceId);
  if (!isLiving(to)) state.seen.delete(instanceId);
  if (absorbed !== null) siblings.set(absorbed.instanceId, 0);
  if ((to === 'Down' || !isLiving(to)) && siblings.has(instanceId)) siblings.set(instanceId, 0);
  noteLateness(memory, serviceId, [view.state.status, to], sinceMs);
  memory.tellInstance({
    ...{ type: 'instance.changed', instanceId, serviceId, from: view.state.status, to, atMs: sinceMs },
    ...{ fromSinceMs: view.state.sinceMs, silentSinceMs: view.state.silentSinceMs },
  });
  if (to === 'Expired') {
    state.instances.delete(instanceId);
    state.timer.delete(instanceId);
    state.wake.delete(instanceId);
    siblings.delete(instanceId);
  }
  return committed;
}

/** The service knows when an instance of it became late, or ceased to be. */
function noteLateness({ state }: Memory, serviceId: string, statuses: string[], atMs: number): void {
  const service = state.services.get(serviceId);
  if (service !== undefined && statuses.includes('Degraded')) service.lateAtMs = atMs;
}
