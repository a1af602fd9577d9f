import type { InstanceReading } from '../../actors/ports/reading.ts';
import { exactJson } from '../../domain/exact-json.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';
import { ReadingCost } from '../lists/reading-cost.ts';
import { instanceFields, lastBeatAtMs, toInstanceView } from './instance-record.ts';

const readInstances = loadScript('read-instances');

type Reply = [id: string, values: (string | null)[], seen: string | null, metadata: string | null][];

/** An instance as people are shown it, with what its last heartbeat brought; null when there is none. */
export async function readShownInstance(
  client: RedisClient,
  keys: PartitionKeys,
  instanceId: string,
  cost = new ReadingCost(),
): Promise<InstanceReading | null> {
  const [values, seen, metadata] = await Promise.all([
    client.hmget(keys.instance(instanceId), ...instanceFields),
    client.zscore(keys.seen, instanceId),
    client.hget(keys.lastHeartbeats, instanceId),
  ]);
  cost.add('instance');
  const texts = [...values, metadata].filter((text) => text !== null);
  cost.add('kilobyte', texts.reduce((length, text) => length + text.length, 0) / 1024);
  return toReading(instanceId, values, seen, metadata);
}

/** Some instances of a service in one read, who never was or is no newcomer first. */
export async function readShownInstances(
  client: RedisClient,
  keys: PartitionKeys,
  serviceId: string,
  atMost: number,
): Promise<InstanceReading[]> {
  const names = [keys.serviceInstances(serviceId), keys.seen, keys.lastHeartbeats];
  const args = [atMost, keys.instance(''), ...instanceFields];
  const reply = (await readInstances.run(client, names, args)) as Reply;
  return reply.map((one) => toReading(...one)).filter((view) => view !== null);
}

function toReading(
  instanceId: string,
  values: (string | null)[],
  seen: string | null,
  metadata: string | null,
): InstanceReading | null {
  const view = toInstanceView(instanceId, values, seen, 0);
  if (view === null) return null;
  const lastHeartbeat = metadata === null ? null : (exactJson.parse(metadata) as Record<string, unknown>);
  return { ...view, lastBeatAtMs: lastBeatAtMs(view), lastHeartbeat };
}
