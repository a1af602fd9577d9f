import { type DependencyRule, needsOf } from '../../domain/dependencies/dependency-rule.ts';
import { matchesGlob, prefixOf } from '../../domain/glob.ts';
import type { Ids } from '../../domain/ids.ts';
import type { MatchedService } from '../../domain/matches-service.ts';
import type { RulesOf } from '../../domain/policy.ts';
import { synthetic } from '../../domain/synthetic-outage.ts';
import type { NeededService } from '../../domain/telling/circumstances.ts';
import type { RedisClient } from '../client/connect.ts';
import { toIncident } from '../incidents/to-incident.ts';
import { lastBeat } from '../instances/last-beat.ts';
import type { Partitions } from '../partition.ts';
import { type ServiceRecord, toServiceRecord } from '../services/service-record.ts';

/** How a service is that another one needs; what it needs in turn is looked at up to here. */
const mostServices = 50;

/** How many names a glob is compared with, from where its first character that stands for others is. */
const mostNames = 1_000;

/** Finds how those do that a service needs. */
export type NeededServices = (service: MatchedService & { serviceId: string }) => Promise<NeededService[]>;

export function createNeededServices(
  client: RedisClient,
  partitions: Partitions,
  { ids, rulesOf, rules }: { ids: Ids; rulesOf: RulesOf; rules: () => readonly DependencyRule[] },
): NeededServices {
  /** The ids of those that a service needs; one that is named without a glob may not exist. */
  async function neededBy(service: MatchedService): Promise<string[]> {
    const { serviceName, environment } = service;
    const found = await Promise.all(
      needsOf(service, rules()).map(async ({ glob }) =>
        prefixOf(glob) === glob ? [ids.serviceId(glob, environment)] : matching(glob, environment),
      ),
    );
    const own = ids.serviceId(serviceName, environment);
    return [...new Set(found.flat())].filter((id) => id !== own).slice(0, mostServices);
  }

  async function matching(glob: string, environment: string): Promise<string[]> {
    const prefix = prefixOf(glob);
    const from = prefix === '' ? '-' : `[${prefix}`;
    const names = await Promise.all(
      partitions.all.map((keys) => client.zrangebylex(keys.serviceIndex, from, '+', 'LIMIT', 0, mostNames)),
    );
    return names.flat().flatMap((member) => {
      const [name = '', of, id = ''] = member.split('\0');
      return of === environment && matchesGlob(glob, name) ? [id] : [];
    });
  }

  async function read(serviceId: string): Promise<ServiceRecord | null> {
    return toServiceRecord(serviceId, await client.hgetall(partitions.of(serviceId).service(serviceId)));
  }

  /** Whether one of these needs the service, directly or through others. What is too much to look at counts as that. */
  async function leadsTo(target: string, first: ServiceRecord): Promise<boolean> {
    const seen = new Set([first.serviceId]);
    let waiting: ServiceRecord[] = [first];
    while (waiting.length > 0) {
      const next = new Set((await Promise.all(waiting.map(neededBy))).flat());
      if (next.has(target)) return true;
      const unseen = [...next].filter((id) => !seen.has(id));
      for (const id of unseen) seen.add(id);
      if (seen.size > mostServices) return true;
      waiting = (await Promise.all(unseen.map(read))).filter((one) => one !== null);
    }
    return false;
  }

  async function neededOf(target: string, record: ServiceRecord): Promise<NeededService | null> {
    const { serviceId, serviceName, environment, status, openIncidentId: incidentId } = record;
    const keys = partitions.of(serviceId);
    const text = incidentId === null ? null : await client.get(keys.incident(incidentId));
    const backAtMs = (text === null ? null : toIncident(text).recoveredAtMs) ?? backSince(record);
    const isOrWasDown = status === 'Down' || backAtMs !== null;
    if (isOrWasDown && (await leadsTo(target, record))) return null;
    const { atMs: lastBeatAtMs } = await lastBeat(client, keys, serviceId);
    const { timing } = rulesOf({ serviceName, environment }, record.registrantIntervalMs ?? undefined);
    const { downAfterMs } = timing;
    const downSinceMs = status === 'Down' ? record.sinceMs : null;
    return { serviceName, status, incidentId, downSinceMs, backAtMs, lastBeatAtMs, downAfterMs };
  }

  return async function neededServices({ serviceId, ...service }) {
    if (synthetic.isIn(service)) return [];
    const records = await Promise.all((await neededBy(service)).map(read));
    const found = await Promise.all(
      records.filter((record) => record !== null).map((record) => neededOf(serviceId, record)),
    );
    return found.filter((one) => one !== null);
  };
}

/** When it was heard again, if nothing but its recovery happened since; its incident may be over before others ask. */
function backSince({ previousStatus, sinceMs, previousSinceMs, status }: ServiceRecord): number | null {
  if (previousStatus === 'Down' && status !== 'Down') return sinceMs;
  return previousStatus === 'Recovered' ? previousSinceMs : null;
}
