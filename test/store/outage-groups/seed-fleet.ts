import { type RulesOf, rulesFor } from '../../../src/domain/policy.ts';
import type { RedisClient } from '../../../src/store/client/connect.ts';
import { readClock } from '../../../src/store/client/read-clock.ts';
import { ids } from '../../../src/store/ids.ts';
import type { Partitions } from '../../../src/store/partition.ts';

const timing = { intervalMs: 30_000, downAfterMs: 120_000 };
export const rulesOf: RulesOf = (name, intervalMs) => rulesFor(timing, [], name, intervalMs);

export interface Seeded {
  serviceName: string;
  key: string;
  metadata: Record<string, unknown>;
  /** How long ago its last heartbeat was. */
  silentMs: number;
  version?: string;
}

/**
 * Instances as registrations and checks leave them: far more than could register one by one. Who is silent for longer than
 * interval and grace is Down, and so is a service without a living instance.
 */
export async function seedFleet(
  client: RedisClient,
  partitions: Partitions,
  fleet: readonly Seeded[],
): Promise<void> {
  const nowMs = await readClock(client, partitions.at(0));
  const isLate = ({ silentMs }: Seeded) => silentMs > 36_000;
  const services = Map.groupBy(fleet, ({ serviceName }) => serviceName);
  for (const [serviceName, instances] of services) {
    const serviceId = ids.serviceId(serviceName, 'test');
    const keys = partitions.of(serviceId);
    const status = instances.every(isLate) ? 'Down' : 'Healthy';
    await client.hset(keys.statuses, serviceId, status);
    await client.hset(keys.service(serviceId), { serviceName, environment: 'test', status });
    await Promise.all(
      instances.map(async (one) => {
        const instanceId = ids.instanceId(serviceId, one.key);
        const described = { version: one.version ?? '1.0', metadata: one.metadata };
        await client.hset(keys.instance(instanceId), {
          ...{ serviceId, serviceName, environment: 'test', status: isLate(one) ? 'Down' : 'Healthy' },
          description: JSON.stringify(described),
        });
        await client.zadd(keys.seen, nowMs - one.silentMs, instanceId);
        await client.zadd(keys.serviceInstances(serviceId), 0, instanceId);
        if (isLate(one)) await client.sadd(keys.wake, instanceId);
      }),
    );
  }
}
