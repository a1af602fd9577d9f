import type { EventStream } from '../../../src/actors/ports/events.ts';
import { Silences } from '../silences.ts';
import type { SimulatedStore } from '../simulated-store.ts';
import { createMemoryInstances } from './memory-instances.ts';
import { createMemoryNotifications } from './memory-notifications.ts';
import { createMemoryServices } from './memory-services.ts';
import { emptyState, Memory, type MemoryState } from './memory-state.ts';
import { createMemoryTelling } from './memory-telling.ts';

/** All ports of the store in plain JavaScript: what they promise, without Redis. */
export function openMemoryStore(blindAfterMs: number): SimulatedStore & { memory: Memory } {
  const memory = new Memory();
  const kept = new Map<string, MemoryState>();
  const silences = new Silences();
  return {
    memory,
    ...createMemoryInstances(memory, blindAfterMs),
    ...createMemoryServices(memory),
    ...createMemoryNotifications(memory),
    silences,
    telling: (rulesOf) => createMemoryTelling(memory, rulesOf, silences),
    stream: (group) => streamOf(memory, group),
    setTime(serverTimeMs) {
      memory.serverTimeMs = serverTimeMs;
    },
    dieBeforeWaking() {
      memory.diesBeforeWaking = true;
    },
    async snapshot(name) {
      kept.set(name, structuredClone(memory.state));
    },
    async restore(name) {
      memory.state = structuredClone(kept.get(name ?? '') ?? emptyState());
    },
    async all() {
      const { gaps, events, incidents, notifications } = structuredClone(memory.state);
      const byId = <T>(things: Map<string, T>) =>
        [...things].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, thing]) => thing);
      return {
        ...{ gaps, events: events.map(({ event }) => event), incidents: byId(incidents) },
        notifications: byId(notifications).map(({ token: _, ...row }) => row),
      };
    },
    close: async () => undefined,
  };
}

function streamOf(memory: Memory, group: string): EventStream {
  const place = () => {
    const found = memory.state.groups.get(group) ?? { read: 0, pending: [] };
    memory.state.groups.set(group, found);
    return found;
  };
  return {
    ensureGroup: async () => void place(),
    next: async () => {
      const { events } = memory.state;
      const entries = events.slice(place().read);
      place().read = events.length;
      place().pending.push(...entries.map(({ entryId }) => entryId));
      return structuredClone(entries);
    },
    abandoned: async () =>
      structuredClone(memory.state.events.filter(({ entryId }) => place().pending.includes(entryId))),
    done: async (entryIds) => {
      place().pending = place().pending.filter((entryId) => !entryIds.includes(entryId));
      return 0;
    },
    reconnect: () => undefined,
  };
}
