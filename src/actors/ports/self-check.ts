import type { Impairment, MonitorVitals } from '../../domain/impairment.ts';
import type { Notification } from '../../domain/notification.ts';
import type { CommitOutcome } from './commits.ts';

/** What a node knows of the monitor it belongs to. */
export interface Vitals {
  /** Also stores a mark of this node; with it the next look detects what Redis has lost. */
  read(): Promise<MonitorVitals>;
}

/** The monitor's own state as one atomic read saw it. */
export interface ImpairmentView {
  nowMs: number;
  revision: number;
  /** Null: it is well. */
  impairment: Impairment | null;
}

export interface Impairments {
  read(): Promise<ImpairmentView>;
  /** Writes the state and the messages about it in one step, if nobody was faster. */
  commit(
    view: ImpairmentView,
    after: Impairment | null,
    rows: readonly Notification[],
  ): Promise<CommitOutcome>;
}

/** What the synthetic outages of a cluster share. */
export interface SyntheticOutages {
  /** Takes or keeps the lease to run them, for `leaseMs`; false: another node has it. */
  hold(token: string, leaseMs: number): Promise<boolean>;
  /** Gives it back, so that another node need not wait. */
  release(token: string): Promise<void>;
  /** Removes the resolved incidents of a synthetic service, with their messages: each round creates one. */
  forget(serviceId: string): Promise<void>;
}
