import type { Health } from '../../domain/health.ts';
import type { ServiceStatus } from '../../domain/status.ts';

/** One heartbeat on its way to Redis. */
export interface Beat {
  instanceId: string;
  /** JSON of an object, as it was sent; null: it brought none. */
  metadata: string | null;
  /** What the instance says of itself; null, absent: nothing. */
  health?: Health | null | undefined;
}

/** The true answer to one heartbeat. */
export type BeatOutcome =
  | {
      kind: 'received';
      serviceStatus: ServiceStatus;
      expectedIntervalMs: number;
      /** Whether it is news: its check is due from now on, and this heartbeat is to wake it. */
      isNews: boolean;
      /** Whether what the instance says of itself is worth storing; absent: it says nothing now. */
      isNewHealth?: boolean;
    }
  | { kind: 'unknown-instance' };

export interface BeatReceipt {
  nowMs: number;
  /** Length of a gap that ended with this call; 0: none. An answer may be lost, so blind time is counted by the ledger. */
  blindMs: number;
  outcomes: BeatOutcome[];
}

export interface Beats {
  /** The monitor's clock, before a tick of this partition is sent. */
  now(partition: number): Promise<number>;
  /**
   * Stamps the heartbeats of one partition in one call. With them may come the ingest tick, which says that all was
   * heard that was sent before it.
   */
  receive(partition: number, beats: readonly Beat[], tickSentAtMs?: number): Promise<BeatReceipt>;
}
