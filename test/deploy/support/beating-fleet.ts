import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from '../../../bench/support/percentile.ts';

/** What became of the heartbeats since the last look. */
export interface Beaten {
  sent: number;
  /** Answered 200, at the first try or after repeats. */
  stored: number;
  repeated: number;
  /** Given up. */
  lost: number;
  /** What went wrong, and how often. */
  troubles: Record<string, number>;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

export interface BeatingFleet {
  instances: readonly BeatingFleetInstance[];
  /** Sends so many heartbeats a second, spread over all instances that are not silent. */
  start(perSecond: number, tries: number): void;
  /** Stops, waits for what is under way, and says what became of it. */
  stop(): Promise<Beaten>;
  close(): Promise<void>;
}

export interface BeatingFleetInstance {
  instanceId: string;
  serviceId: string;
  serviceName: string;
  isSilent: boolean;
  /** What the last 200 said. */
  storedAt: string;
}

const tickMs = 10;

/** Registers a fleet through the front door; it then beats at a steady rate, whatever the answers are. */
export async function registerFleet(
  url: string,
  key: string,
  services: string[],
  each: number,
): Promise<BeatingFleet> {
  const pool = new Pool(url, { connections: 128, headersTimeout: 10_000, keepAliveTimeout: 60_000 });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  async function post(
    path: string,
    body: unknown,
  ): Promise<{ status: number; reply: Record<string, string> }> {
    const { statusCode, body: stream } = await pool.request({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(body),
    });
    const reply = (await stream.json()) as Record<string, string>;
    return { status: statusCode, reply };
  }

  const instances: BeatingFleetInstance[] = [];
  for (const serviceName of services) {
    for (let port = 1; port <= each; port++) {
      const about = { serviceName, environment: 'production', hostname: `${serviceName}.example`, port };
      const { status, reply } = await post('/api/services/register', about);
      if (status !== 200) throw new Error(`registration answered ${status}: ${JSON.stringify(reply)}`);
      const { instanceId = '', serviceId = '' } = reply;
      instances.push({ instanceId, serviceId, serviceName, isSilent: false, storedAt: '' });
    }
  }

  let timer: NodeJS.Timeout | null = null;
  const underWay = new Set<Promise<void>>();
  let startedAtMs = 0;
  let times: number[] = [];
  let beaten = { sent: 0, stored: 0, repeated: 0, lost: 0, troubles: {} as Record<string, number> };

  async function beat(instance: BeatingFleetInstance, tries: number): Promise<void> {
    beaten.sent++;
    const sentAtMs = performance.now();
    const metadata = { timestamp: new Date().toISOString(), cpu_percent: 12.5, memory_mb: 256 };
    for (let attempt = 1; attempt <= tries; attempt++) {
      if (attempt > 1) {
        beaten.repeated++;
        // As the SDKs: doubling, with some chance in it.
        await wait(100 * 2 ** attempt * (0.75 + Math.random() / 2));
      }
      const trouble = await post('/api/services/heartbeat', {
        instanceId: instance.instanceId,
        metadata,
      }).then(
        ({ status, reply }) => {
          if (status !== 200) return `${status} ${reply['detail']}`;
          const { timestamp = '' } = reply;
          if (timestamp > instance.storedAt) instance.storedAt = timestamp;
          return null;
        },
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      if (trouble === null) {
        beaten.stored++;
        times.push(performance.now() - sentAtMs);
        return;
      }
      beaten.troubles[trouble] = (beaten.troubles[trouble] ?? 0) + 1;
    }
    beaten.lost++;
  }

  return {
    instances,
    start(perSecond, tries) {
      startedAtMs = performance.now();
      times = [];
      beaten = { sent: 0, stored: 0, repeated: 0, lost: 0, troubles: {} };
      let turn = 0;
      timer = setInterval(() => {
        const due = Math.floor(((performance.now() - startedAtMs) / 1000) * perSecond);
        const beating = instances.filter((instance) => !instance.isSilent);
        while (turn < due) {
          const instance = beating[turn++ % beating.length];
          if (instance === undefined) return;
          const one = beat(instance, tries);
          underWay.add(one);
          void one.then(() => underWay.delete(one));
        }
      }, tickMs);
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      const seconds = (performance.now() - startedAtMs) / 1000;
      await Promise.all(underWay);
      const at = (share: number) => Math.round(percentile(times, share) * 10) / 10;
      return {
        ...beaten,
        perSecond: Math.round(beaten.sent / seconds),
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        maxMs: at(1),
      };
    },
    close: () => pool.close(),
  };
}
