import { ordersTo } from './orders-to.ts';
import { benchKey } from './start-node.ts';
import { startProcess } from './start-process.ts';

/** What readers of event streams got since the report before. */
export interface StreamClientsReport {
  /** Of the bodies, of all of them together. */
  bytes: number;
  events: number;
  resets: number;
  /** Streams that ended. */
  ended: number;
  services: { client: number; serviceId: string; status: string; atMs: number }[];
}

export interface StreamClients {
  report(): Promise<StreamClientsReport>;
  stop(): Promise<void>;
}

/** Opens `count` streams of `GET /api/events` from a process of its own. */
export async function startStreamClients(url: string, count: number): Promise<StreamClients> {
  const script = 'bench/support/stream-clients-process.ts';
  const { child, kill } = await startProcess(script, [url, benchKey, String(count)]);
  const order = ordersTo(child);
  return {
    report: async () => (await order({ report: true })) as StreamClientsReport,
    stop: kill,
  };
}
