import { call } from '../call.ts';

/** An instance that beats all the while. */
export interface Heart {
  instanceId: string;
  /** Ends the beating; answers other than 200, and how long heartbeats took. */
  stop(): Promise<{ sent: number; bad: string[]; p50Ms: number; p99Ms: number; maxMs: number }>;
}

const pauseMs = 20;

/** Registers an instance and beats until it is stopped, one heartbeat after the other. */
export async function startHeart(monitor: { url: string; key: string }): Promise<Heart> {
  const body = { serviceName: 'heart', environment: 'fuzz', instanceId: 'heart' };
  const { instanceId } = (await call(monitor, 'POST', '/api/services/register', { body })).body;
  const tookMs: number[] = [];
  const bad: string[] = [];
  const stopping = new AbortController();

  async function beat(): Promise<void> {
    const startedAtMs = performance.now();
    try {
      const { status } = await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId } });
      if (status !== 200) bad.push(`a heartbeat was answered ${status}`);
    } catch (error) {
      bad.push(`a heartbeat failed: ${String(error)}`);
    }
    tookMs.push(performance.now() - startedAtMs);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await beat();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  const running = run();
  return {
    instanceId,
    async stop() {
      stopping.abort();
      await running;
      const sorted = tookMs.toSorted((a, b) => a - b);
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
      return { sent: tookMs.length, bad, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
    },
  };
}
