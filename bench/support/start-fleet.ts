import type { Attempt } from '../../src/simulator/fleet/pretended-instance.ts';
import { ordersTo } from './orders-to.ts';
import { startProcess } from './start-process.ts';

export interface FleetOptions {
  apiKey: string;
  environment: string;
  /** Where each service knocks: service `s` goes through door `s % doors.length`, at its urls in turn. */
  doors: string[][];
  /** To each url; left out: as many as are needed. */
  connections?: number;
  instances: number;
  perService: number;
  intervalMs: number;
  /** Of each heartbeat; left out: none. */
  metadata?: object;
  /** How long an answer may take. */
  timeoutMs: number;
  /** How often a heartbeat that was not taken is sent again; left out: until it is, as the SDKs do. */
  retries?: number;
  /** Heartbeats come exactly each interval, so that their rate is known; else up to a tenth sooner, as from the SDKs. */
  isExact: boolean;
  /** All beat at the same moment, not spread over the interval. */
  inStep: boolean;
  /** Every heartbeat is sent three times, late and out of order. */
  isNoisy: boolean;
  /** The report has every attempt. */
  keepsAttempts: boolean;
}

/** One heartbeat as its sender saw it. */
export type Beat = Pick<Attempt, 'sentAtMs' | 'tookMs' | 'status' | 'receivedAtMs'>;

/** What one instance of the fleet really did. */
export interface MemberTruth {
  n: number;
  serviceName: string;
  serviceId: string;
  instanceId: string;
  isSilent: boolean;
  /** The monitor's own time of the last heartbeat that it took. */
  lastBeatAtMs: number;
  /** Its heartbeats. */
  attempts: Beat[];
}

export interface FleetReport {
  members: MemberTruth[];
  tally: { sent: number; failed: number };
}

export interface Fleet {
  /** Resolves when they are silent, and nothing of theirs is under way. */
  silence(members: readonly number[]): Promise<void>;
  revive(members: readonly number[]): Promise<void>;
  report(): Promise<FleetReport>;
  stop(): Promise<void>;
}

/** Starts a fleet in a process of its own, registers everybody and begins to beat. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { child, kill } = await startProcess('bench/support/fleet-process.ts', [JSON.stringify(options)]);
  const order = ordersTo(child);
  return {
    silence: async (members) => void (await order({ silence: members })),
    revive: async (members) => void (await order({ revive: members })),
    report: async () => (await order({ report: true })) as FleetReport,
    stop: kill,
  };
}
