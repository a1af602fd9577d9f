import type { Command } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';
import { instanceChanges } from './instance-changes.ts';

/** Everything that is kept of one instance, gone; its service's counts are the caller's to set right. */
export function removalOf(keys: PartitionKeys, instanceId: string, serviceId: string): Command[] {
  return [
    ['DEL', keys.instance(instanceId)],
    ['ZREM', keys.seen, instanceId],
    ['ZREM', keys.timer, instanceId],
    ['SREM', keys.wake, instanceId],
    ['ZREM', keys.serviceInstances(serviceId), instanceId],
    ['HDEL', keys.lastHeartbeats, instanceId],
    instanceChanges.command(keys, instanceId),
  ];
}
