import type { ServiceCommit, ServiceView } from '../../domain/service-view.ts';
import type { CommitOutcome } from './commits.ts';

export interface Services {
  /** With the blind gaps since the service's own `gapsSinceMs`, or the one given here if that is earlier. */
  read(serviceId: string, gapsSinceMs?: number | null): Promise<ServiceView | null>;
  commit(commit: ServiceCommit): Promise<CommitOutcome>;
}
