/** The four states of the contract, derived from silence and never set by a call. */
export type Status = 'Healthy' | 'Degraded' | 'Down' | 'Recovered';

/**
 * The status of an instance: the four states, and those of its lifecycle: `Pending` (registered, no heartbeat yet),
 * `Stopped` (deregistered), `Replaced` (a new instance took its place) and `Expired` (removed from the lists).
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
