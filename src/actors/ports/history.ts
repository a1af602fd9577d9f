import type { Deploy } from '../../domain/history/deploy.ts';
import type { KeptHistory } from '../../domain/history/kept-history.ts';
import type { DaysRolledUp } from '../../domain/history/roll-up-days.ts';
import type { Overlays } from '../../domain/history/times-of-days.ts';
import type { MatchedService } from '../../domain/matches-service.ts';
import type { CommitOutcome } from './commits.ts';

/** What is kept of a service's past, as one atomic read saw it. */
export interface HistoryView extends MatchedService {
  nowMs: number;
  /** The newest sign that the ingest path works. */
  tickAtMs: number;
  serviceId: string;
  kept: KeptHistory;
  /** As it is stored; `kept` may have one entry more, of what the service is now. */
  stored: { entries: number; past: string };
  /** Oldest first. */
  deploys: Deploy[];
}

export interface Histories {
  /** Null: there is no such service. */
  read(serviceId: string): Promise<HistoryView | null>;
  /** Stale: the service changed since it was read, and nothing was written. */
  commit(view: HistoryView, rolledUp: DaysRolledUp): Promise<CommitOutcome>;
}

/** What lies over a service from a moment up to the one at which it was read. */
export type OverlaysOver = (view: HistoryView, fromMs: number) => Promise<Overlays>;

/** Which services of one partition are to be counted. */
export interface HistoryQueue {
  /** The clock, the newest tick, and the day up to which all services were counted. */
  standing(): Promise<{ nowMs: number; tickAtMs: number; countedUpToDay: number }>;
  /** At most a hundred of those of which days must be counted again, or that have too many entries. */
  due(): Promise<string[]>;
  /** Services by name, fifty at a time. */
  services(after: string | null): Promise<{ serviceIds: string[]; next: string | null }>;
  /** All services were counted up to this day. */
  counted(upToDay: number): Promise<void>;
  /** It is gone, and need not be counted. */
  forget(serviceId: string): Promise<void>;
}
