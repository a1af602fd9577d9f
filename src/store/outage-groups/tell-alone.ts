import type { OutageGroups } from '../../actors/ports/outage-groups.ts';
import { unanswered } from '../../domain/reminding/unanswered.ts';
import { type Command, commit, Now } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { toIncident } from '../incidents/to-incident.ts';
import { deliveryMember } from '../notifications/delivery-member.ts';
import type { Partitions } from '../partition.ts';

/**
 * Has the messages about the present outage of an incident sent after all, which were part of a group. They count as held
 * until now: if the service is heard again before they are sent, they are not.
 */
export function createTellAlone(
  client: RedisClient,
  partitions: Partitions,
  notificationIdOf: (incidentId: string, event: string, channelId: string) => string,
): OutageGroups['tellAlone'] {
  return async function tellAlone({ groupId, incidentId, because }, channelIds) {
    const keys = partitions.of(incidentId);
    const text = await client.get(keys.incident(incidentId));
    if (text === null) return [];
    const incident = toIncident(text);
    // A channel that an escalation reached was told of nothing before that.
    const escalations = Array.from(
      { length: unanswered.of(incident).messages },
      (_, index) => `escalation ${index + 1}`,
    );
    const names = [incident.told.last, ...escalations];
    async function revive(channelId: string, name: string) {
      const notificationId = notificationIdOf(incidentId, name, channelId);
      const key = keys.notification(notificationId);
      const attempts = Number((await client.hget(key, 'attempts')) ?? 0);
      const now = new Now(keys);
      const held = ['heldSinceMs', now, 'heldBecause', because];
      const fields = ['state', 'pending', 'reason', '', 'nextAttemptAtMs', now, ...held];
      const { kind } = await commit(
        client,
        [
          { command: ['HGET', key, 'state'], expected: 'suppressed' },
          { command: ['HGET', key, 'groupId'], expected: groupId },
        ],
        [
          ['HSET', key, ...fields] as Command,
          ['ZADD', keys.deliveries, now, deliveryMember({ notificationId, channelId })],
        ],
      );
      return kind === 'committed' ? { notificationId, channelId, attempts } : null;
    }
    async function firstOf(channelId: string) {
      for (const name of names) {
        const revived = await revive(channelId, name);
        if (revived !== null) return revived;
      }
      return null;
    }
    const found = await Promise.all(channelIds.map(firstOf));
    return found.filter((one) => one !== null);
  };
}
