import type { Failures } from '../ports/failures.ts';
import type { KnownChannels } from '../ports/nodes.ts';
import type { Notifications } from '../ports/notifications.ts';
import type { Log, Meter } from '../ports/observability.ts';
import type { Delivery, Overdue, WakeUps } from '../ports/wake-ups.ts';
import { createAbandonRemovedChannel } from './abandon-removed-channel.ts';

/** One search for messages of a partition whose attempt is overdue. */
export type RepairDeliveries = () => Promise<void>;

/** What its own wake-up should have begun by now. */
const overdueMs = 1000;

/**
 * Adds the lost wake-ups of messages. A message that waits behind a slow receiver still has its wake-up and is not
 * repaired. What happens to messages of a removed channel is decided in `abandon-removed-channel.ts`.
 */
export function createRepairDeliveries(parts: {
  overdue: Overdue;
  notifications: Notifications;
  deliveryQueue: WakeUps<Delivery>;
  knownChannels: KnownChannels;
  failures: Failures;
  meter: Meter;
  log: Log;
}): RepairDeliveries {
  const { overdue } = parts;
  const abandonRemovedChannel = createAbandonRemovedChannel(parts);

  return async function repairDeliveries() {
    const found = await overdue.deliveries(overdueMs);
    const byChannel = Map.groupBy(found, (delivery) => delivery.channelId);
    for (const [channelId, deliveries] of byChannel) {
      if (await parts.knownChannels.has(channelId)) await wake(deliveries);
      else await abandonRemovedChannel(channelId, deliveries);
    }
  };

  async function wake(deliveries: readonly Delivery[]): Promise<void> {
    const jobless = await parts.deliveryQueue.missing(deliveries);
    if (jobless.length === 0) return;
    // If the job ended meanwhile, its worker has also updated the row.
    const lost = await overdue.untouched(jobless);
    if (lost.length === 0) return;
    parts.meter.repaired('delivery', lost.length);
    await overdue.repaired(lost.length);
    await parts.deliveryQueue.arm(lost);
  }
}
