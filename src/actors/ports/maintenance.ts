import type { MaintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import type { CommitOutcome } from './commits.ts';

/** The windows that are not over, and some that are, as they were written last. */
export interface StandingWindows {
  windows: readonly MaintenanceWindow[];
  /** Another one after each write. */
  revision: string;
}

export interface Maintenance {
  /** One small call while nothing has changed since the last. */
  standing(): Promise<StandingWindows>;
  /** The monitor's clock. */
  now(): Promise<number>;
  /** Writes a window, and puts what is over for long to what is kept; stale: somebody else wrote since. */
  commit(seen: StandingWindows, changed: MaintenanceWindow, nowMs: number): Promise<CommitOutcome>;
}
