import type { HealthCounts, ReportedHealth } from '../../domain/health.ts';
import type { HealthNews } from '../../domain/health-news.ts';
import type { Labels } from '../../domain/labels.ts';
import type { UnwellInstance } from '../../domain/messages.ts';
import type { ServiceView } from '../../domain/service-view.ts';
import type { CommitOutcome } from './commits.ts';
import type { CheckView, InstanceView } from './instances.ts';

/** What an instance says of itself from now on. */
export interface HealthCommit {
  /** The view that it was found new on. */
  view: InstanceView;
  after: ReportedHealth;
  nowMs: number;
  /** As the instance reported it; null: it gave no reason. */
  reasons: string | null;
  /** Whether its check is due now. */
  wakes: boolean;
}

/** What people are told of a service's health beside the change itself. */
export interface HealthEvidence {
  nowMs: number;
  healths: HealthCounts;
  labels?: Labels;
  /** The worst first; at most three. */
  unwell: UnwellInstance[];
}

export interface Healths {
  read(instanceId: string): Promise<CheckView>;
  /** With its event, if it is another health than before, unless anything was committed of the instance since the view. */
  commit(commit: HealthCommit): Promise<CommitOutcome>;
  /** What people are told of a service's health, unless anything was committed of the service since the view. */
  tell(view: ServiceView, news: HealthNews): Promise<CommitOutcome>;
  evidence(serviceId: string): Promise<HealthEvidence>;
}
