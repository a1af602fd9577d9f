import { apiClient } from './api-client.ts';

/** An instance that registers and beats as the SDKs do, each time at the next of several nodes. */
export interface BeatingInstance {
  instanceId: string;
  serviceId: string;
  /** When the monitor received the last heartbeat, by its own clock. */
  lastBeatAtMs(): number;
  /** Falls silent, as a process that is killed; resolves when the last heartbeat is through. */
  die(): Promise<void>;
  /** Beats again. */
  revive(): Promise<void>;
  /** Says goodbye and falls silent. */
  stopGracefully(): Promise<void>;
}

export async function startInstance(
  urls: readonly string[],
  name: { serviceName: string; environment?: string; hostname: string; port?: number },
  intervalMs: number,
  apiKey?: string,
): Promise<BeatingInstance> {
  let turn = 0;
  const next = () => apiClient(urls[turn++ % urls.length] ?? '', apiKey);
  const registered = await next().call('POST', '/api/services/register', {
    environment: 'production',
    port: 8080,
    ...name,
  });
  if (!registered.ok)
    throw new Error(`registration answered ${registered.status}: ${await registered.text()}`);
  const { instanceId, serviceId } = (await registered.json()) as { instanceId: string; serviceId: string };

  let lastBeatAtMs = 0;
  let timer: NodeJS.Timeout | null = null;
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    const metadata = { timestamp: new Date().toISOString(), cpu_percent: 12.5, memory_mb: 256 };
    const reply = await next().call('POST', '/api/services/heartbeat', { instanceId, metadata });
    // Not stored, and said so: the next one is due soon, as an SDK would see it.
    if (reply.status === 503) return;
    if (!reply.ok) throw new Error(`a heartbeat answered ${reply.status}: ${await reply.text()}`);
    const { timestamp } = (await reply.json()) as { timestamp: string };
    lastBeatAtMs = Date.parse(timestamp);
  }

  async function revive(): Promise<void> {
    await beat();
    timer ??= setInterval(() => {
      beating = beat();
    }, intervalMs);
  }

  async function die(): Promise<void> {
    if (timer !== null) clearInterval(timer);
    timer = null;
    await beating;
  }

  await revive();
  return {
    instanceId,
    serviceId,
    lastBeatAtMs: () => lastBeatAtMs,
    die,
    revive,
    async stopGracefully() {
      await die();
      const reply = await next().call('DELETE', `/api/instances/${instanceId}`);
      if (reply.status !== 204) throw new Error(`stopping answered ${reply.status}`);
    },
  };
}
