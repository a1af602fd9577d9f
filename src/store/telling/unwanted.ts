import type { Notification } from '../../domain/notification.ts';
import { answeredBy } from '../../domain/telling/while-unanswered.ts';
import type { RedisClient } from '../client/connect.ts';
import { toIncident } from '../incidents/to-incident.ts';
import type { Partitions } from '../partition.ts';

/** More incidents of a group than these are not looked at: then its message is wanted. */
const mostIncidents = 200;

/** Why the message of a group that says it again is not wanted any more: nothing of it goes on that nobody has acknowledged. */
export async function unwantedOfGroup(
  client: RedisClient,
  partitions: Partitions,
  { message }: Pick<Notification, 'message'>,
): Promise<string | null> {
  if (!('services' in message) || message.services.length > mostIncidents) return null;
  const ids = message.services.map(({ incidentId }) => incidentId);
  const texts = await Promise.all(ids.map((id) => client.get(partitions.of(id).incident(id))));
  const reasons = texts.map((text) => {
    const incident = text === null ? null : toIncident(text);
    return answeredBy(
      incident && {
        ...{ state: incident.state, flaps: false, isNewest: true },
        acknowledgedBy: incident.acknowledged?.by ?? null,
      },
    );
  });
  if (reasons.includes(null)) return null;
  return reasons.find((reason) => reason?.startsWith('acknowledged')) ?? reasons[0] ?? null;
}
