import { healthReasons, healths } from '../../domain/health.ts';
import type { UnwellInstance } from '../../domain/messages.ts';
import { isLiving } from '../../domain/status.ts';
import type { RedisClient } from '../client/connect.ts';
import type { PartitionKeys } from '../keys.ts';
import { readShownInstance } from './read-shown-instance.ts';

/** How many instances are asked what they say, and how many of them are told. */
const lookedAt = 500;
const told = 3;

/** Living instances of a service that are not well by their own word, the worst first. */
export async function unwellInstances(
  client: RedisClient,
  keys: PartitionKeys,
  serviceId: string,
): Promise<UnwellInstance[]> {
  const ids = await client.zrange(keys.serviceInstances(serviceId), '0', String(lookedAt - 1));
  const said = await Promise.all(ids.map((id) => client.hget(keys.instance(id), 'health')));
  const unwell = healths
    .filter((health) => health !== 'healthy')
    .flatMap((health) => ids.filter((_, i) => said[i] === health));
  const found: UnwellInstance[] = [];
  for (const instanceId of unwell) {
    if (found.length === told) break;
    const view = await readShownInstance(client, keys, instanceId);
    if (view?.health == null || !isLiving(view.state.status)) continue;
    const { instanceKey, hostname } = view.description;
    const reasons = healthReasons(view.lastHeartbeat);
    found.push({ instanceKey, hostname, health: view.health.health, reasons });
  }
  return found;
}
