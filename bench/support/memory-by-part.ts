import { ids } from '../../src/store/ids.ts';
import type { FleetStore } from './open-fleet-store.ts';

/** What one instance needs in Redis, by the kinds of keys that hold it; bytes. */
export async function memoryByPart({
  client,
  keys,
  instanceIds,
}: FleetStore): Promise<Record<string, string | number>[]> {
  const usage = async (key: string) => Number(await client.memory('USAGE', key, 'SAMPLES', '1000'));
  const mean = async (names: readonly string[]) => {
    const sizes = await Promise.all(names.map(usage));
    return sizes.reduce((sum, size) => sum + size, 0) / names.length;
  };
  const count = instanceIds.length;
  const sample = instanceIds.filter((_, n) => n % Math.ceil(count / 1_000) === 0);
  const names = sample.map((id) => client.hmget(keys.instance(id), 'serviceName', 'environment'));
  const serviceIds = (await Promise.all(names)).map(([name, environment]) =>
    ids.serviceId(name ?? '', environment ?? ''),
  );
  const perService = count / (await client.hlen(keys.statuses));
  const parts: [string, number][] = [
    ['its hash', await mean(sample.map((id) => keys.instance(id)))],
    ['metadata of its last heartbeat', (await usage(keys.lastHeartbeats)) / count],
    ['`seen`', (await usage(keys.seen)) / count],
    ['`timer`', (await usage(keys.timer)) / count],
    ['its share of the service: hash', (await mean(serviceIds.map((id) => keys.service(id)))) / perService],
    [
      'its share of the service: instances',
      (await mean(serviceIds.map((id) => keys.serviceInstances(id)))) / perService,
    ],
    [
      'its share of the service: history',
      (await mean(serviceIds.map((id) => keys.history(id)))) / perService,
    ],
    [
      'its share of the service: index and status',
      ((await usage(keys.statuses)) + (await usage(keys.serviceIndex))) / count,
    ],
  ];
  const sum = parts.reduce((total, [, bytes]) => total + bytes, 0);
  const stats = await client.info('memory');
  const used = Number(/^used_memory_dataset:(\d+)/m.exec(stats)?.[1] ?? 0);
  const others = (await Promise.all([keys.events, keys.changes, keys.wake].map(usage))).reduce(
    (a, b) => a + b,
    0,
  );
  return [
    ...parts.map(([part, bytes]) => ({ part, bytes: Math.round(bytes) })),
    { part: 'sum', bytes: Math.round(sum) },
    { part: 'used_memory_dataset less events', bytes: Math.round((used - others) / count) },
  ];
}
