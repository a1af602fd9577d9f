import type { BlindGap } from './clear-time.ts';
import type { MonitorEvent } from './events.ts';
import type { RecordedHistory } from './history/record-change.ts';
import type { Incident } from './incident.ts';
import type { Labels } from './labels.ts';
import type { ServiceName } from './policy.ts';
import type { OutageMemory } from './quiet-time.ts';
import type { ServiceState } from './roll-up-status.ts';
import type { ServiceStatus } from './status.ts';
import type { ServiceHealth, ToldHealth } from './tell-health.ts';
import type { ToldTroubles } from './tell-trouble.ts';

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
  /** What stands in its history; absent: none is kept. */
  recorded?: RecordedHistory;
  /** Of the latest registration; absent: none. */
  labels?: Labels;
  /** What was told of trouble that is less than an outage; absent: nothing. */
  troubles?: ToldTroubles;
  /** The interval of the latest registration; null: none was given. */
  registrantIntervalMs: number | null;
  /** The one that is not resolved, if there is one. */
  incident: Incident | null;
  /** The blind gaps, as far back as they were requested. */
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
  /** The last message about its health, sent with this commit or before; null: none. */
  toldHealth: ToldHealth | null;
  /** What was told of trouble, with this commit or before; the object of the view: nothing is new. */
  toldTroubles?: ToldTroubles;
  /** From when on blind gaps are needed; null: they are not. */
  gapsSinceMs: number | null;
  /** The incident as it is after this commit; null: the service has none. */
  incident: Incident | null;
  events: MonitorEvent[];
}
