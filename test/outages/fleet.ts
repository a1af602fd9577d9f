import { readFileSync } from 'node:fs';
import { apiClient } from '../support/api-client.ts';

export interface FleetOptions {
  size: number;
  services: number;
  /** How often an instance beats. */
  everySeconds: number;
  /** How often it promised to; absent: as often as it does. */
  promisedSeconds?: number;
}

export interface Fleet {
  /** So many instances beat no more, each of another service as far as there are; without a number: all. */
  silence(count?: number): void;
  /** So many more register, and never beat. */
  register(count: number): Promise<void>;
}

const { metadata } = JSON.parse(readFileSync(new URL('../wire/heartbeat.json', import.meta.url), 'utf8')) as {
  metadata: Record<string, unknown>;
};

/** Instances that register and beat, in step; who cannot be heard tries again with the next beat, who is unknown registers. */
export async function startFleet(url: string, options: Partial<FleetOptions> = {}): Promise<Fleet> {
  const { size, services, everySeconds, promisedSeconds } = {
    ...{ size: 20, services: 5, everySeconds: 5 },
    ...options,
  };
  const api = apiClient(url);
  let known = 0;
  const register = async (): Promise<{ about: object; instanceId: string }> => {
    const i = known++;
    const about = {
      ...{ serviceName: `service-${i % services}`, environment: 'test', instanceId: `i${i}` },
      heartbeatIntervalSeconds: promisedSeconds ?? everySeconds,
    };
    const reply = await api.call('POST', '/api/services/register', about);
    return { about, instanceId: ((await reply.json()) as { instanceId: string }).instanceId };
  };
  const living = await Promise.all(Array.from({ length: size }, register));

  const beatOnce = async ({ about, instanceId }: (typeof living)[number]): Promise<void> => {
    const reply = await api.call('POST', '/api/services/heartbeat', { instanceId, metadata });
    await reply.arrayBuffer();
    if (reply.status === 404) await (await api.call('POST', '/api/services/register', about)).arrayBuffer();
  };
  const beat = () => {
    for (const one of living) void beatOnce(one).catch(() => undefined);
  };
  beat();
  const beating = setInterval(beat, everySeconds * 1000);
  return {
    silence(count = living.length) {
      living.splice(0, count);
      if (living.length === 0) clearInterval(beating);
    },
    async register(count) {
      await Promise.all(Array.from({ length: count }, register));
    },
  };
}
