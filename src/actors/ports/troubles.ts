import type { LateInstance } from '../../domain/messages.ts';
import type { StatusCounts } from '../../domain/roll-up-status.ts';

/** What people are told of a service's trouble beside the change itself. */
export interface TroubleEvidence {
  nowMs: number;
  counts: StatusCounts;
  /** The worst first; at most three. */
  late: LateInstance[];
}

export interface Troubles {
  evidence(serviceId: string): Promise<TroubleEvidence>;
}
