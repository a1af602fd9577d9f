import type { BlindGap } from './clear-time.ts';
import type { MonitorEvent } from './events.ts';
import type { Incident } from './incident.ts';
import type { ServiceName } from './policy.ts';
import type { OutageMemory } from './quiet-time.ts';
import type { ServiceState } from './roll-up-status.ts';
import type { ServiceStatus } from './status.ts';
import type { ServiceHealth, ToldHealth } from './tell-health.ts';

/** A service as one atomic read saw it. */
export interface ServiceView extends ServiceName {
  nowMs: number;
  serviceId: string;
  revision: number;
  state: ServiceState;
  previousStatus: ServiceStatus | null;
  previousSinceMs: number | null;
  /** The newest last heartbeat among the instances that left or went Down. */
  lastHeardAtMs: number | null;
  /** When an instance of it became late, or ceased to be, by what was committed last; null: never. */
  lateAtMs: number | null;
  outages: OutageMemory;
  health: ServiceHealth;
  /** What its latest registrant promised; null: nothing. */
  registrantIntervalMs: number | null;
  /** The one that is not resolved, if there is one. */
  incident: Incident | null;
  /** What we could not hear, as far back as was asked for. */
  gaps: BlindGap[];
  tickAtMs: number;
}

/** What a service is to become, and what is written with it. */
export interface ServiceCommit {
  view: ServiceView;
  to: ServiceStatus;
  atMs: number;
  shortSinceMs: number | null;
  nextCheckAtMs: number | null;
  lastHeardAtMs: number | null;
  lastDownAtMs: number | null;
  outages: OutageMemory;
  /** What is told of its health with this commit, or was before; null: nothing. */
  toldHealth: ToldHealth | null;
  /** From when on it matters what we could not hear; null: it does not. */
  gapsSinceMs: number | null;
  /** The incident as it is after this commit; null: the service has none. */
  incident: Incident | null;
  events: MonitorEvent[];
}
