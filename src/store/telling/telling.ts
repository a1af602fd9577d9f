import type { GroupReadings } from '../../actors/ports/outage-groups.ts';
import type { Telling } from '../../actors/ports/telling.ts';
import { mayFold } from '../../domain/failure-domains/fold-message.ts';
import type { Ids } from '../../domain/ids.ts';
import type { Told } from '../../domain/incident.ts';
import { isAboutService } from '../../domain/is-about-service.ts';
import type { Notification } from '../../domain/notification.ts';
import type { RulesOf, ServiceName } from '../../domain/policy.ts';
import type { ActiveSilence, IncidentStanding } from '../../domain/telling/circumstances.ts';
import { isDegraded } from '../../domain/telling/degraded.ts';
import { followsOutage } from '../../domain/telling/end-follows-outage.ts';
import { answeredBy, isReminder } from '../../domain/telling/while-unanswered.ts';
import type { RedisClient } from '../client/connect.ts';
import { readIncident } from '../incidents/read-incident.ts';
import type { Partitions } from '../partition.ts';
import { toServiceRecord } from '../services/service-record.ts';
import type { NeededServices } from './needed-services.ts';
import { toldHereAt } from './told-here.ts';
import { unwantedOfGroup } from './unwanted.ts';
import { wasTold } from './was-told.ts';

/** Finds what silences a service at a moment. */
export type SilenceOf = (
  service: ServiceName & { serviceId: string },
  atMs: number,
) => Promise<ActiveSilence | null>;

/** The name of the message that replaces all others of its kind; null: nothing does. */
function newestOf(kind: Notification['kind'], { last, reminder = last }: Told): string | null {
  if (kind === 'down' || kind === 'flapping') return last;
  return kind === 'reminder' ? reminder : null;
}

/** What decides about a message, read before its first attempt. */
export function createTelling(
  client: RedisClient,
  partitions: Partitions,
  parts: {
    ids: Ids;
    rulesOf: RulesOf;
    silenceOf: SilenceOf;
    neededServices: NeededServices;
    groupsOf: GroupReadings['groupsOf'];
  },
): Telling {
  const { ids, rulesOf, silenceOf, neededServices, groupsOf } = parts;
  async function standingOf(row: Notification): Promise<IncidentStanding | null> {
    const { incidentId, channelId, notificationId, kind } = row;
    const incident = await readIncident(client, partitions, incidentId);
    if (incident === null) return null;
    const { state, flapping, told, acknowledged, unanswered } = incident;
    const { heldUntilMs, countsFromMs } = unanswered ?? {};
    const newest = newestOf(kind, told);
    return {
      state,
      flaps: flapping !== null,
      acknowledgedBy: acknowledged?.by ?? null,
      ...(heldUntilMs === undefined ? {} : { heldUntilMs }),
      ...(countsFromMs === undefined ? {} : { countsFromMs }),
      isNewest: newest === null || ids.notificationId(incidentId, newest, channelId) === notificationId,
    };
  }

  async function serviceOf(serviceId: string) {
    return toServiceRecord(serviceId, await client.hgetall(partitions.of(serviceId).service(serviceId)));
  }

  return {
    async circumstances(row, nowMs) {
      if (!('environment' in row.message)) throw new Error(`nothing decides about a message of ${row.kind}`);
      const { downAfterMs } = rulesOf(row.message).timing;
      const about = {
        nowMs,
        downAfterMs,
        silence: null,
        needed: [],
        incident: null,
        group: null,
        wasTold: true,
      };
      const folds = mayFold(row);
      const follows = followsOutage(row);
      const kept = folds || follows ? (await groupsOf([row.incidentId])).get(row.incidentId) : undefined;
      const group = folds && kept?.group.endedAtMs === null ? kept : null;
      if (follows) return { ...about, group, wasTold: await wasTold(client, partitions, row, kept) };
      const isOfDegraded = isDegraded(row);
      const [silence, needed, incident, standing, toldHereAtMs] = await Promise.all([
        silenceOf(row.message, nowMs),
        isAboutService(row.kind) && !isOfDegraded ? [] : neededServices(row.message),
        row.held === undefined && !isReminder(row) ? null : standingOf(row),
        isOfDegraded ? serviceOf(row.message.serviceId) : undefined,
        isReminder(row) ? toldHereAt(client, partitions, row) : null,
      ]);
      const found = { ...about, silence, needed, incident, group, toldHereAtMs };
      return standing === undefined ? found : { ...found, standing };
    },

    async unwanted(row) {
      if (isReminder(row)) return answeredBy(await standingOf(row));
      return unwantedOfGroup(client, partitions, row);
    },
  };
}
