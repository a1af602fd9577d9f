import { once } from 'node:events';
import { startProcess } from '../../../bench/support/start-process.ts';

export interface FleetOptions {
  /** Where each service knocks: service `s` goes through door `s % doors.length`, at its urls in turn. */
  doors: string[][];
  instances: number;
  perService: number;
  intervalMs: number;
  /** How often a heartbeat that was not taken is sent again. */
  retries: number;
  /** All beat at the same moment. */
  inStep: boolean;
  /** Every heartbeat is sent three times, late and out of order. */
  isNoisy: boolean;
}

/** One heartbeat as its sender saw it; times of this machine's clock. */
export interface Attempt {
  sentAtMs: number;
  tookMs: number;
  /** 0: no answer. */
  status: number;
  /** The monitor's own time of it; null: it was not taken. */
  receivedAtMs: number | null;
}

/** What one instance really did. */
export interface MemberTruth {
  n: number;
  serviceName: string;
  serviceId: string;
  instanceId: string;
  attempts: Attempt[];
}

export interface FleetReport {
  members: MemberTruth[];
}

export interface Fleet {
  /** Resolves when they are silent, and nothing of theirs is under way. */
  silence(members: number[]): Promise<void>;
  revive(members: number[]): Promise<void>;
  report(): Promise<FleetReport>;
  stop(): Promise<void>;
}

/** Starts a fleet in a process of its own, registers everybody and begins to beat. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const args = [JSON.stringify(options)];
  const { child, kill } = await startProcess('test/faults/fleet/fleet-process.ts', args);
  let turn: Promise<unknown> = Promise.resolve();
  /** One order at a time, so that each answer is known to be its own. */
  const order = (text: object): Promise<unknown> => {
    const ask = async () => {
      const answered = once(child, 'message');
      child.send(text);
      return ((await answered) as [unknown])[0];
    };
    const mine = turn.then(ask);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    silence: async (members) => void (await order({ silence: members })),
    revive: async (members) => void (await order({ revive: members })),
    report: async () => (await order({ report: true })) as FleetReport,
    stop: kill,
  };
}
