import type { SyntheticOutages } from '../../actors/ports/self-check.ts';
import type { RedisClient } from '../client/connect.ts';
import { createLease } from '../client/lease.ts';
import type { Partitions } from '../partition.ts';

/** The lease of who runs them, and the tidying up after it. */
export function createSyntheticOutages(client: RedisClient, partitions: Partitions): SyntheticOutages {
  const lease = createLease(client, partitions.at(0).syntheticLease);
  return {
    hold: lease.hold,
    release: lease.release,

    async forget(serviceId) {
      const keys = partitions.of(serviceId);
      const [incidentIds, openId] = await Promise.all([
        client.zrange(keys.synthetic('incidents'), '0', '-1'),
        client.hget(keys.service(serviceId), 'openIncidentId'),
      ]);
      for (const incidentId of incidentIds) {
        if (incidentId === openId) continue;
        const notificationIds = await client.zrange(keys.incidentNotifications(incidentId), '0', '-1');
        await client
          .pipeline()
          .del(
            keys.incident(incidentId),
            keys.incidentNotifications(incidentId),
            keys.plannedMessages(incidentId),
            ...notificationIds.map((id) => keys.notification(id)),
          )
          .zrem(keys.synthetic('incidents'), incidentId)
          .zrem(keys.synthetic('notifications'), incidentId, ...notificationIds)
          .exec();
      }
    },
  };
}
