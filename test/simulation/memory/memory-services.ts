import type { Evidence, Incidents } from '../../../src/actors/ports/incidents.ts';
import type { Services } from '../../../src/actors/ports/services.ts';
import { recordChange } from '../../../src/domain/history/record-change.ts';
import type { LastSeenMetrics } from '../../../src/domain/messages.ts';
import type { ServiceCommit } from '../../../src/domain/service-view.ts';
import { inScoreOrder, type Memory } from './memory-state.ts';

/** Services and incidents in memory: what roll-ups and plans read and write. */
export function createMemoryServices(memory: Memory): { services: Services; incidents: Incidents } {
  return {
    services: {
      read: async (serviceId, gapsSinceMs) => {
        const nowMs = memory.nowMs();
        const found = structuredClone(memory.state.services.get(serviceId));
        if (found === undefined) return null;
        const { version: _, history, ...service } = found;
        const { status, sinceMs, counts, shortSinceMs, lastDownAtMs, gapsSinceMs: own, ...rest } = service;
        const incident = memory.state.incidents.get(rest.openIncidentId ?? '') ?? null;
        const earliestMs = Math.min(...[own, gapsSinceMs].map((ms) => ms ?? Number.POSITIVE_INFINITY));
        const gaps = memory.state.gaps.filter(({ toMs }) => toMs > earliestMs);
        return {
          ...{ ...rest, labels: {}, serviceId, nowMs, gaps, tickAtMs: memory.state.tickMs ?? 0 },
          state: { status, sinceMs, counts, shortSinceMs, lastDownAtMs },
          health: { worst: null, told: null },
          incident: structuredClone(incident),
          recorded: { last: history.at(-1) ?? null, entries: history.length },
        };
      },
      commit: async (change) => commit(memory, change),
    },
    incidents: {
      read: async (incidentId) => structuredClone(memory.state.incidents.get(incidentId)) ?? null,
      evidence: async ({ serviceId }, silentSinceMs) => {
        const found = memory.state.services.get(serviceId);
        if (found === undefined) throw new Error(`there is no service ${serviceId}`);
        const { status, sinceMs, counts, shortSinceMs } = structuredClone(found);
        const service = { status, sinceMs, counts, shortSinceMs };
        const registration = registrationAt(memory, serviceId, silentSinceMs);
        const known = { lastMetrics: lastMetrics(memory, serviceId), registeredBy: null };
        const down = downOf(memory, serviceId);
        const isTold = down.length > 0 && down.length <= 3 && down.length === counts.Down;
        return { nowMs: memory.nowMs(), service, registration, ...known, ...(isTold ? { down } : {}) };
      },
    },
  };
}

function commit(memory: Memory, change: ServiceCommit) {
  const { state } = memory;
  const { view, to, atMs, incident, shortSinceMs, lastHeardAtMs, lastDownAtMs, nextCheckAtMs } = change;
  const { outages, gapsSinceMs } = change;
  const { serviceId } = view;
  const service = state.services.get(serviceId);
  if (service?.revision !== view.revision) return { kind: 'stale' as const };
  if (to !== view.state.status) {
    service.previousStatus = view.state.status;
    service.previousSinceMs = view.state.sinceMs;
    const { recorded = { last: null, entries: 0 }, nowMs } = view;
    const from = { status: view.state.status, atMs: view.state.sinceMs };
    service.history.push(...recordChange(recorded, from, { status: to, atMs }, nowMs).entries);
  }
  Object.assign(service, {
    ...{ status: to, sinceMs: atMs, revision: view.revision + 1 },
    openIncidentId: incident === null || incident.state === 'resolved' ? null : incident.incidentId,
    ...{ shortSinceMs, lastHeardAtMs, lastDownAtMs, outages, gapsSinceMs },
  });
  if (nextCheckAtMs === null) state.serviceTimer.delete(serviceId);
  else state.serviceTimer.set(serviceId, nextCheckAtMs);
  for (const event of change.events) memory.tell(event);
  if (incident !== null) state.incidents.set(incident.incidentId, structuredClone(incident));
  return { kind: 'committed' as const };
}

/** Whether the silence from that moment on began with a registration, and the last heartbeat before it. */
function registrationAt({ state }: Memory, serviceId: string, atMs: number): Evidence['registration'] {
  const siblings = [...(state.siblings.get(serviceId) ?? new Map<string, number>()).keys()];
  const known = siblings.flatMap((instanceId) => {
    const instance = state.instances.get(instanceId);
    if (instance === undefined) return [];
    const { registeredAtMs, previousBeatAtMs, judgedSilenceMs } = instance;
    const lastSignMs = state.seen.get(instanceId) ?? judgedSilenceMs;
    return [{ lastSignMs, registeredAtMs, previousBeatAtMs, hasBeaten: lastSignMs >= registeredAtMs }];
  });
  const beatsMs = known
    .flatMap(({ hasBeaten, lastSignMs, previousBeatAtMs }) => [
      ...(hasBeaten ? [lastSignMs] : []),
      ...(previousBeatAtMs === null ? [] : [previousBeatAtMs]),
    ])
    .filter((beatMs) => beatMs <= atMs);
  const lastBeatAtMs = beatsMs.length === 0 ? null : Math.max(...beatsMs);
  const isRegistration = known.some(
    ({ hasBeaten, lastSignMs, registeredAtMs }) =>
      (!hasBeaten && lastSignMs === atMs) || registeredAtMs - 1 === atMs,
  );
  return isRegistration && lastBeatAtMs !== atMs ? { atMs: atMs + 1, lastBeatAtMs } : null;
}

/** Those that are Down, by name. */
function downOf({ state }: Memory, serviceId: string): { instanceKey: string; host: string | null }[] {
  const siblings = [...(state.siblings.get(serviceId) ?? new Map<string, number>()).keys()];
  return siblings
    .flatMap((instanceId) => {
      const instance = state.instances.get(instanceId);
      if (instance?.status !== 'Down') return [];
      const { instanceKey, hostname } = instance.description;
      return [{ instanceKey, host: hostname }];
    })
    .sort((a, b) => (a.instanceKey < b.instanceKey ? -1 : 1));
}

/** What the three instances that were heard most recently sent last, those that are Down first. */
function lastMetrics({ state }: Memory, serviceId: string): LastSeenMetrics[] {
  const siblings = state.siblings.get(serviceId) ?? new Map<string, number>();
  return inScoreOrder(siblings, -1, Number.POSITIVE_INFINITY)
    .flatMap(([instanceId]) => {
      const instance = state.instances.get(instanceId);
      if (instance?.lastHeartbeat == null) return [];
      const silentSinceMs = state.seen.get(instanceId) ?? instance.judgedSilenceMs;
      const receivedAtMs =
        silentSinceMs >= instance.registeredAtMs ? silentSinceMs : instance.previousBeatAtMs;
      const { instanceKey, hostname } = instance.description;
      const isDown = instance.status === 'Down' ? 1 : 0;
      return [{ isDown, told: { instanceKey, hostname, receivedAtMs, values: instance.lastHeartbeat } }];
    })
    .sort((a, b) => b.isDown - a.isDown || (b.told.receivedAtMs ?? 0) - (a.told.receivedAtMs ?? 0))
    .slice(0, 3)
    .map(({ told }) => structuredClone(told));
}
