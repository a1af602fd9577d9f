import type { Health } from '../domain/health.ts';
import type { CheckView, CommitOutcome, InstanceView } from './ports.ts';

/** What an instance says of itself from now on. */
export interface HealthCommit {
  /** The view that it was found new on. */
  view: InstanceView;
  to: Health;
  atMs: number;
  /** In the instance's own words; null: it gave none. */
  reasons: string | null;
}

export interface Healths {
  read(instanceId: string): Promise<CheckView>;
  /** With its event, unless anything was committed of the instance since the view. */
  commit(commit: HealthCommit): Promise<CommitOutcome>;
}
