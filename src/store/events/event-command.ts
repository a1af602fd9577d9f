import type { MonitorEvent } from '../../domain/events.ts';
import type { Command } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';

/** Writes an event in the same commit as the change that it reports. */
export function eventCommand({ events }: Pick<PartitionKeys, 'events'>, event: MonitorEvent): Command {
  return ['XADD', events, '*', 'event', JSON.stringify(event)];
}
