import type { Rehearsals } from '../actors/ports-of-rehearsing.ts';
import { commit } from './commit.ts';
import type { RedisClient } from './connect.ts';
import type { Partitions } from './partition.ts';

/** The lease of who rehearses, and the tidying up after it. */
export function createRehearsals(client: RedisClient, partitions: Partitions): Rehearsals {
  const lease = partitions.at(0).rehearsalLease;
  return {
    async hold(token, leaseMs) {
      if ((await client.set(lease, token, 'PX', leaseMs, 'NX')) === 'OK') return true;
      const kept = await commit(
        client,
        [{ command: ['GET', lease], expected: token }],
        [['PEXPIRE', lease, leaseMs]],
      );
      return kept.kind === 'committed';
    },

    async release(token) {
      await commit(client, [{ command: ['GET', lease], expected: token }], [['DEL', lease]]);
    },

    async forget(serviceId) {
      const keys = partitions.of(serviceId);
      const [incidentIds, openId] = await Promise.all([
        client.zrange(keys.rehearsed('incidents'), '0', '-1'),
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
            ...notificationIds.map((id) => keys.notification(id)),
          )
          .zrem(keys.rehearsed('incidents'), incidentId)
          .zrem(keys.rehearsed('notifications'), incidentId, ...notificationIds)
          .exec();
      }
    },
  };
}
