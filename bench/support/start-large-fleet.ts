import { ordersTo } from './orders-to.ts';
import { benchKey } from './start-node.ts';
import { startProcess } from './start-process.ts';

/** Heartbeats are sent in portions: those of so many milliseconds of the interval at a time, in the order of the instances. */
export const slotMs = 5;

export interface LargeFleetOptions {
  url: string;
  apiKey: string;
  connections: number;
  instances: number;
  perService: number;
  intervalMs: number;
  /** Of each heartbeat, beside a timestamp. */
  metadata: object;
  /** So many registrations are under way at once. */
  parallel: number;
  /** Whose last heartbeats are remembered. */
  watched: number[];
  /** The ids of those that need not register, one a line; the line of one that must is empty, or missing. */
  idsFile: string;
}

export interface LargeFleetReport {
  registered: number;
  /** Heartbeats that were answered, or given up, since the last mark, by their status; 0: no answer came. */
  sent: number;
  statuses: Record<string, number>;
  /** From the moment at which they were due to the answer. */
  p50Ms: number;
  p99Ms: number;
  longestMs: number;
  /** Heartbeats that are due, and not yet sent. */
  waiting: number;
  watched: { instanceId: string; lastBeatAtMs: number; isSilent: boolean }[];
}

export interface LargeFleet {
  pid: number;
  /** They fall silent at once; what is under way of theirs still counts. */
  silence(members: readonly number[]): Promise<void>;
  /** What a report counts begins anew. */
  mark(): Promise<void>;
  report(): Promise<LargeFleetReport>;
  stop(): Promise<void>;
}

/** Starts a fleet that registers and beats over few connections, in a process of its own. */
export async function startLargeFleet(options: Omit<LargeFleetOptions, 'apiKey'>): Promise<LargeFleet> {
  const all: LargeFleetOptions = { ...options, apiKey: benchKey };
  const { child, pid, kill } = await startProcess('bench/support/large-fleet-process.ts', [
    JSON.stringify(all),
  ]);
  const order = ordersTo(child);
  return {
    pid,
    silence: async (members) => void (await order({ silence: members })),
    mark: async () => void (await order({ mark: true })),
    report: async () => (await order({ report: true })) as LargeFleetReport,
    stop: kill,
  };
}
