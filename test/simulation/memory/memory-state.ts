import type { StreamEntry } from '../../../src/actors/ports/events.ts';
import type { InstanceDescription } from '../../../src/actors/ports/instances.ts';
import type { BlindGap } from '../../../src/domain/clear-time.ts';
import type { InstanceChanged, MonitorEvent } from '../../../src/domain/events.ts';
import type { HistoryEntry } from '../../../src/domain/history/times-of-days.ts';
import type { Incident } from '../../../src/domain/incident.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import type { ServiceName } from '../../../src/domain/policy.ts';
import type { OutageMemory } from '../../../src/domain/quiet-time.ts';
import type { StatusCounts } from '../../../src/domain/roll-up-status.ts';
import {
  type InstanceStatus,
  isLiving,
  livingStatuses,
  type ServiceStatus,
} from '../../../src/domain/status.ts';

export interface MemoryInstance {
  serviceId: string;
  description: InstanceDescription;
  status: InstanceStatus;
  sinceMs: number;
  judgedSilenceMs: number;
  revision: number;
  registeredAtMs: number;
  previousBeatAtMs: number | null;
  expectedIntervalMs: number;
  lastHeartbeat: Record<string, unknown> | null;
}

export interface MemoryService extends ServiceName {
  status: ServiceStatus;
  sinceMs: number;
  revision: number;
  counts: StatusCounts;
  previousStatus: ServiceStatus | null;
  previousSinceMs: number | null;
  shortSinceMs: number | null;
  lastHeardAtMs: number | null;
  lastDownAtMs: number | null;
  lateAtMs: number | null;
  outages: OutageMemory;
  gapsSinceMs: number | null;
  openIncidentId: string | null;
  registrantIntervalMs: number | null;
  /** The version of the latest deploy; null: none was given. */
  version: string | null;
  history: HistoryEntry[];
}

/** How far a group has read, and what it was given but has not finished. */
interface Group {
  read: number;
  pending: string[];
}

/** Everything that the monitor keeps, as plain values: a copy of it is a moment to return to. */
export interface MemoryState {
  tickMs: number | null;
  offsetMs: number;
  latestMs: number;
  gaps: BlindGap[];
  seen: Map<string, number>;
  timer: Map<string, number>;
  serviceTimer: Map<string, number>;
  wake: Set<string>;
  instances: Map<string, MemoryInstance>;
  services: Map<string, MemoryService>;
  /** Of each service: instance → when it registered while it is a newcomer, 0 once it is not. */
  siblings: Map<string, Map<string, number>>;
  incidents: Map<string, Incident>;
  notifications: Map<string, Notification & { token: string }>;
  deliveries: Map<string, number>;
  events: StreamEntry[];
  groups: Map<string, Group>;
}

export function emptyState(): MemoryState {
  return {
    ...{ tickMs: null, offsetMs: 0, latestMs: 0, gaps: [], events: [], wake: new Set(), seen: new Map() },
    ...{ timer: new Map(), serviceTimer: new Map(), instances: new Map(), services: new Map() },
    ...{ siblings: new Map(), incidents: new Map(), notifications: new Map(), deliveries: new Map() },
    groups: new Map(),
  };
}

/** The state, the server's clock, and the few things that more than one port does with them. */
export class Memory {
  state = emptyState();
  serverTimeMs = 0;
  diesBeforeWaking = false;

  nowMs(): number {
    const { state } = this;
    const latestMs = Math.max(state.tickMs ?? 0, state.latestMs);
    state.offsetMs += Math.max(0, latestMs - (this.serverTimeMs + state.offsetMs));
    const nowMs = this.serverTimeMs + state.offsetMs;
    if (nowMs - latestMs >= 100) state.latestMs = nowMs;
    return nowMs;
  }

  tell(event: MonitorEvent, counts?: StatusCounts): void {
    const { events } = this.state;
    const told = structuredClone(counts === undefined ? event : { ...event, counts });
    events.push({ entryId: `${events.length + 1}-0`, event: told });
  }

  /** Moves an instance from count to count and tells it with the counts as they are by then. */
  tellInstance(event: InstanceChanged): void {
    const counts = this.state.services.get(event.serviceId)?.counts ?? noCounts();
    if (event.from !== null && event.from !== undefined && isLiving(event.from)) counts[event.from]--;
    if (isLiving(event.to)) counts[event.to]++;
    this.tell(event, counts);
  }
}

export function noCounts(): StatusCounts {
  return Object.fromEntries(livingStatuses.map((status) => [status, 0])) as StatusCounts;
}

/** The members of a sorted set between two scores, in the order in which Redis gives them. */
export function inScoreOrder(set: Map<string, number>, above: number, upTo: number): [string, number][] {
  return [...set]
    .filter(([, score]) => score > above && score <= upTo)
    .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
}
