import { once } from 'node:events';
import { benchKey } from './start-node.ts';
import { startProcess } from './start-process.ts';

/** What one instance of the fleet really did. */
export interface Truth {
  instanceId: string;
  serviceId: string;
  isSilent: boolean;
  lastBeatAtMs: number;
}

export interface Fleet {
  pid: number;
  silence(members: number[]): void;
  revive(members: number[]): void;
  report(): Promise<{ fleet: Truth[]; tally: { sent: number; failed: number } }>;
  stop(): Promise<void>;
}

/** Starts a fleet process, registers everybody and begins to beat. */
export async function startFleet(options: {
  urls: string[];
  instances: number;
  perService: number;
  intervalMs: number;
  metadata?: string;
}): Promise<Fleet> {
  const { urls, instances, perService, intervalMs, metadata = '' } = options;
  const args = [urls.join(','), String(instances), String(perService), String(intervalMs), metadata];
  const { child, pid, kill } = await startProcess('bench/support/fleet-process.ts', args, {
    BENCH_KEY: benchKey,
  });
  return {
    pid,
    silence: (members) => void child.send({ silence: members }),
    revive: (members) => void child.send({ revive: members }),
    async report() {
      const reported = once(child, 'message');
      child.send({ report: true });
      const [message] = (await reported) as [{ fleet: Truth[]; tally: { sent: number; failed: number } }];
      return message;
    },
    stop: kill,
  };
}
