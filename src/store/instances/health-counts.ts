import type { InstanceView } from '../../actors/ports/instances.ts';
import { type Health, type HealthCounts, healths } from '../../domain/health.ts';
import { isLiving } from '../../domain/status.ts';
import type { Command } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';

const fieldOf = (health: Health) => `health:${health}`;

/** How many living instances of a service say what of themselves: kept beside its counts by status. */
export const healthCounts = {
  of: (fields: Record<string, string>): HealthCounts =>
    Object.fromEntries(
      healths.map((health) => [health, Number(fields[fieldOf(health)] ?? 0)]),
    ) as HealthCounts,

  /** What the service's instance is counted as now, and then is not any more; null: as nothing. */
  move(keys: PartitionKeys, view: InstanceView | null, to: Health | null): Command[] {
    const from = view !== null && isLiving(view.state.status) ? (view.health?.health ?? null) : null;
    if (view === null || from === to) return [];
    const key = keys.service(view.serviceId);
    const commands: Command[] = [];
    if (from !== null) commands.push(['HINCRBY', key, fieldOf(from), -1]);
    if (to !== null) commands.push(['HINCRBY', key, fieldOf(to), 1]);
    return commands;
  },
} as const;
