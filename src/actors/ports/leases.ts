import type { BlindGap } from '../../domain/clear-time.ts';
import type { ReportedHealth } from '../../domain/health.ts';
import type { InstanceState } from '../../domain/judge-instance.ts';
import type { ServiceName } from '../../domain/policy.ts';

/** A due instance as a lease saw it: no more than judging it needs. */
export interface LeasedInstance {
  instanceId: string;
  name: ServiceName;
  registrantIntervalMs: number | null;
  state: InstanceState;
  expectedIntervalMs: number;
  health: ReportedHealth | null;
}

/** What was due in one partition, as of one moment, and until when nobody else takes it. */
export interface DueLease {
  nowMs: number;
  tickAtMs: number;
  /** Those that ended after the oldest sign of life of these instances. */
  gaps: BlindGap[];
  /** What their timers say now: the mark of this lease. */
  untilMs: number;
  instances: LeasedInstance[];
  /** Those that have a timer and nothing else. */
  gone: string[];
  /** Whether there may be more. */
  isFull: boolean;
}

/** An instance of which there is nothing to say until then. */
export interface Rest {
  instance: LeasedInstance;
  nextCheckAtMs: number;
}

export interface CheckLeases {
  /** Leases what is due since at least so long in one partition. */
  lease(partition: number, lateMs: number): Promise<DueLease>;
  /**
   * Sets the timers of leased instances again; those to which something happened since the lease are left as they are,
   * and named: a commit, a wake-up, a heartbeat that is news.
   */
  rearm(partition: number, untilMs: number, rests: readonly Rest[]): Promise<string[]>;
}
