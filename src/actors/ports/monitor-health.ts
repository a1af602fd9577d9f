import type { Impairment } from '../../domain/impairment.ts';
import type { KnownNode } from '../../domain/node-settings.ts';

/** Work that is due by a timer and not done. */
export interface Overdue {
  count: number;
  /** How long the oldest has been due. */
  oldestMs: number;
}

/** What the monitor left in Redis says about how it is; of several partitions the worst counts, or the sum. */
export interface MonitorHealth {
  /** Null: it is well. */
  impairment: Impairment | null;
  facts: {
    nowMs: number;
    partitions: number;
    /** How long ago the ingest path showed itself; null: never. */
    tickAgeMs: number | null;
    /** Time of the last day in which nothing could arrive. */
    blindMs: number;
    blindGaps: number;
    checks: Overdue;
    deliveries: Overdue;
    /** Events that a group has been given and has not finished, and those that it has yet to be given. */
    groups: { name: string; unfinished: number; waiting: number }[];
    /** How much failed again and again, and is not tried any more. */
    setAside: number;
    /** The nodes that live now. */
    nodes: KnownNode[];
  };
}

export type ReadMonitorHealth = () => Promise<MonitorHealth>;
