import type { InstanceHealthChanged } from '../../domain/events.ts';
import type { Command } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';

/** The event of a change in what an instance says of itself. */
export function healthEvent(keys: PartitionKeys, change: Omit<InstanceHealthChanged, 'type'>): Command {
  const event: InstanceHealthChanged = { type: 'instance.health-changed', ...change };
  return ['XADD', keys.events, '*', 'event', JSON.stringify(event)];
}
