import type { InstanceCommit } from '../../actors/ports/instances.ts';
import type { InstanceChanged } from '../../domain/events.ts';
import { type InstanceStatus, isLiving } from '../../domain/status.ts';
import type { Command, Comparison } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';
import { healthCounts } from './health-counts.ts';
import { removalOf } from './instance-removal.ts';
import { ownerCounts } from './owner-counts.ts';

/** Statuses that the next heartbeat changes, so that it adds a check. */
export const wakingStatuses: readonly InstanceStatus[] = ['Pending', 'Degraded', 'Down'];

/** The comparison and the commands of one step of an instance: state, counts, timer and event, all or nothing. */
export function instanceCommit(
  keys: PartitionKeys,
  change: InstanceCommit,
): { compare: Comparison[]; write: Command[] } {
  const { view, after, absorbed } = change;
  const to = after.status;
  const { instanceId, serviceId, state } = view;
  const siblings = keys.serviceInstances(serviceId);
  const compare: Comparison[] = [
    { command: ['HGET', keys.instance(instanceId), 'revision'], expected: view.revision },
  ];
  // A heartbeat since the read makes the verdict stale; who has left `seen` cannot beat.
  if (isLiving(state.status)) {
    compare.push({ command: ['ZSCORE', keys.seen, instanceId], expected: state.silentSinceMs });
  }
  const write: Command[] = [
    ...recordOf(keys, change),
    ...countsOf(keys, serviceId, state.status, to),
    ...ownerCounts.move(keys, ownerCounts.ownerOf(view), ownerCounts.ownerOf(view, to)),
    // Who left says nothing any more.
    ...(isLiving(to) ? [] : healthCounts.move(keys, view, null)),
  ];
  if (absorbed !== null) {
    compare.push({ command: ['ZSCORE', siblings, absorbed.instanceId], expected: absorbed.registeredAtMs });
    write.push(['ZADD', siblings, 0, absorbed.instanceId]);
  }
  // An instance that fell silent is nobody's replacement.
  if (to === 'Down' || !isLiving(to)) write.push(['ZADD', siblings, 'XX', 0, instanceId]);
  const event: InstanceChanged = {
    type: 'instance.changed',
    instanceId,
    serviceId,
    from: state.status,
    fromSinceMs: state.sinceMs,
    to,
    atMs: after.sinceMs,
    silentSinceMs: state.silentSinceMs,
  };
  if (to === 'Degraded' || state.status === 'Degraded')
    write.push(['HSET', keys.service(serviceId), 'lateAtMs', after.sinceMs]);
  write.push(eventCommand(keys, event));
  if (to === 'Expired') write.push(...removalOf(keys, instanceId, serviceId));
  return { compare, write };
}

/** An instance's event, to which the commit adds its service's counts as they are by then: write it after them. */
export function eventCommand(keys: PartitionKeys, event: InstanceChanged): Command {
  return ['EVENT', keys.events, keys.service(event.serviceId), JSON.stringify(event)];
}

function recordOf(keys: PartitionKeys, change: InstanceCommit): Command[] {
  const { view, after } = change;
  const { instanceId } = view;
  const to = after.status;
  return [
    [
      'HSET',
      keys.instance(instanceId),
      ...['status', to, 'sinceMs', after.sinceMs, 'revision', view.revision + 1],
      ...['judgedSilenceMs', after.judgedSilenceMs, 'intervalMs', change.expectedIntervalMs],
    ],
    ['ZADD', keys.timer, change.nextCheckAtMs, instanceId],
    [wakingStatuses.includes(to) ? 'SADD' : 'SREM', keys.wake, instanceId],
    ...(isLiving(to) ? [] : ([['ZREM', keys.seen, instanceId]] as Command[])),
  ];
}

/** Moves one instance from one count to another, in its service and in the totals. */
export function countsOf(
  keys: PartitionKeys,
  serviceId: string,
  from: InstanceStatus | null,
  to: InstanceStatus,
): Command[] {
  const commands: Command[] = [];
  if (from !== null && isLiving(from)) commands.push(['HINCRBY', keys.service(serviceId), from, -1]);
  if (isLiving(to)) commands.push(['HINCRBY', keys.service(serviceId), to, 1]);
  if (from !== null) commands.push(['HINCRBY', keys.totals, `instance:${from}`, -1]);
  if (to !== 'Expired') commands.push(['HINCRBY', keys.totals, `instance:${to}`, 1]);
  return commands;
}
