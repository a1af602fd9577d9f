import type { Notification } from '../../domain/notification.ts';
import { answeredBy } from '../../domain/telling/while-unanswered.ts';
import type { RedisClient } from '../client/connect.ts';
import { readIncident } from '../incidents/read-incident.ts';
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
  const incidents = await Promise.all(
    message.services.map(({ incidentId }) => readIncident(client, partitions, incidentId)),
  );
  const reasons = incidents.map((incident) =>
    answeredBy(
      incident && {
        ...{ state: incident.state, flaps: false, isNewest: true },
        acknowledgedBy: incident.acknowledged?.by ?? null,
      },
    ),
  );
  if (reasons.includes(null)) return null;
  return reasons.find((reason) => reason?.startsWith('acknowledged')) ?? reasons[0] ?? null;
}
