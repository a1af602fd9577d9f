/** The four states of the contract, derived from silence and never set by a call. */
export type Status = 'Healthy' | 'Degraded' | 'Down' | 'Recovered';

/**
 * Where an instance stands. Beside the four states stands its lifecycle: `Pending` (registered, not heard yet),
 * `Stopped` (deregistered), `Replaced` (a newcomer took its place) and `Expired` (left the lists).
 */
export type InstanceStatus = Status | 'Pending' | 'Stopped' | 'Replaced' | 'Expired';

/** What a service can be: the four states, `Pending` before the first heartbeat, `Stopped` when all have deregistered. */
export type ServiceStatus = Status | 'Pending' | 'Stopped';

/** The statuses of instances that still count for their service, in the order they are shown. */
export const livingStatuses = ['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered'] as const;

export type LivingStatus = (typeof livingStatuses)[number];

/** Whether silence still means something for an instance in this status. */
export function isLiving(status: InstanceStatus): status is LivingStatus {
  return (livingStatuses as readonly string[]).includes(status);
}
