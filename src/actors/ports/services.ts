import type { BlindGap } from '../../domain/clear-time.ts';
import type { MonitorEvent } from '../../domain/events.ts';
import type { Incident } from '../../domain/incident.ts';
import type { ServiceName } from '../../domain/policy.ts';
import type { OutageMemory } from '../../domain/quiet-time.ts';
import type { ServiceState } from '../../domain/roll-up-status.ts';
import type { ServiceStatus } from '../../domain/status.ts';
import type { ServiceHealth, ToldHealth } from '../../domain/tell-health.ts';
import type { CommitOutcome } from './commits.ts';

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

export interface Services {
  /** With the blind gaps since the service's own `gapsSinceMs`, or the one given here if that is earlier. */
  read(serviceId: string, gapsSinceMs?: number | null): Promise<ServiceView | null>;
  commit(commit: ServiceCommit): Promise<CommitOutcome>;
}
