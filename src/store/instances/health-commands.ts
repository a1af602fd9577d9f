import type { InstanceHealthChanged } from '../../domain/events.ts';
import type { ToldHealth } from '../../domain/tell-health.ts';
import type { Command } from '../client/commit.ts';
import { eventCommand } from '../events/event-command.ts';
import type { PartitionKeys } from '../keys.ts';

/** Writes what was told of a service's health, if that is new. */
export function toldHealthCommands(
  key: string,
  before: ToldHealth | null,
  after: ToldHealth | null,
): Command[] {
  if (after === null || after === before) return [];
  return [['HSET', key, 'toldHealth', after.health, 'toldHealthAtMs', after.atMs]];
}

/** The event of a change in what an instance says of itself. */
export function healthEvent(keys: PartitionKeys, change: Omit<InstanceHealthChanged, 'type'>): Command {
  return eventCommand(keys, { type: 'instance.health-changed', ...change });
}
