import { Doors } from '../../src/simulator/fleet/doors.ts';
import { PretendedInstance } from '../../src/simulator/fleet/pretended-instance.ts';
import { eventually } from './eventually.ts';
import { testKey } from './start-monitor.ts';

/** An instance that registers and beats as the SDKs do, each time at the next of several nodes. */
export interface BeatingInstance {
  instanceId: string;
  serviceId: string;
  /** When the monitor received the last heartbeat, by its own clock. */
  lastBeatAtMs(): number;
  /** Falls silent, as a process that is killed; resolves when the last heartbeat is through. */
  die(): Promise<void>;
  /** Beats again; resolves when that is heard. */
  revive(): Promise<void>;
  /** Deregisters and falls silent. */
  stopGracefully(): Promise<void>;
}

export async function startInstance(
  urls: readonly string[],
  name: {
    serviceName: string;
    environment?: string;
    version?: string;
    hostname: string;
    port?: number;
    metadata?: object;
  },
  intervalMs: number,
  apiKey = testKey,
): Promise<BeatingInstance> {
  let onHeard = (): void => undefined;
  const life = new PretendedInstance({
    ...{ doors: new Doors({ apiKey, timeoutMs: 10_000 }), urls, intervalMs },
    registration: () => ({ environment: 'production', port: 8080, ...name }),
    metadata: () => ({ timestamp: new Date().toISOString(), cpu_percent: 12.5, memory_mb: 256 }),
    onAttempt({ to, status, body, trouble }) {
      if (status === 200 && to === 'heartbeat') onHeard();
      // Not stored, and said so: it is sent again. No test of those that use this expects anything else.
      if (status !== 200 && status !== 503)
        throw new Error(`a ${to} was answered ${trouble ?? `${status} ${JSON.stringify(body)}`}`);
    },
  });

  async function revive(): Promise<void> {
    const heard = new Promise<void>((resolve) => (onHeard = resolve));
    life.revive();
    await heard;
  }

  await life.register(10_000);
  if (life.instanceId === null || life.serviceId === null) throw new Error('the registration was not taken');
  await revive();
  return {
    instanceId: life.instanceId,
    serviceId: life.serviceId,
    lastBeatAtMs: () => life.lastBeatAtMs,
    die: () => life.silence(),
    revive,
    async stopGracefully() {
      // On a busy machine Redis may take longer than the half second that a request waits: sent again, it is taken.
      await eventually('it deregistered', async () => (await life.stopGracefully()).status === 204);
    },
  };
}
