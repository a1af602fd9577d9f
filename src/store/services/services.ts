import type { Services } from '../../actors/ports/services.ts';
import { worstHealth } from '../../domain/health.ts';
import type { Incident } from '../../domain/incident.ts';
import type { ServiceCommit, ServiceView } from '../../domain/service-view.ts';
import { type Command, type Comparison, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { toFields } from '../client/read-hash.ts';
import { loadScript } from '../client/script.ts';
import { eventCommand } from '../events/event-command.ts';
import { historyCommands } from '../history/history-commands.ts';
import { historyText } from '../history/history-text.ts';
import { toIncident } from '../incidents/to-incident.ts';
import { toldHealthCommands } from '../instances/health-commands.ts';
import type { PartitionKeys } from '../keys.ts';
import { toGap } from '../monitor/blind-ledger.ts';
import type { Partitions } from '../partition.ts';
import { toServiceRecord } from './service-record.ts';

const readService = loadScript('read-service');

type Reply = [
  ...[now: string, tick: string | null, fields: string[], gaps: string[], incident: string | null],
  ...[newestEntry: string | null, entries: number],
];

/** What the roll-up of a service reads and writes. */
export function createServices(client: RedisClient, partitions: Partitions): Services {
  return {
    async read(serviceId, gapsSinceMs): Promise<ServiceView | null> {
      const keys = partitions.of(serviceId);
      const scriptKeys = [keys.service(serviceId), keys.clock, keys.blind, keys.history(serviceId)];
      const args = [gapsSinceMs ?? '', keys.incident('')];
      const reply = (await readService.run(client, scriptKeys, args)) as Reply;
      const [now, tick, fields, gaps, incident, newestEntry, entries] = reply;
      const record = toServiceRecord(serviceId, toFields(fields));
      if (record === null) return null;
      const { status, sinceMs, counts, shortSinceMs, lastDownAtMs, healths, toldHealth, ...rest } = record;
      const read = incident ? toIncident(incident) : null;
      return {
        ...rest,
        nowMs: Number(now),
        tickAtMs: Number(tick ?? 0),
        gaps: gaps.map(toGap),
        state: { status, sinceMs, counts, shortSinceMs, lastDownAtMs },
        outages: rest.outages ?? { count: read === null ? 0 : read.relapses + 1, quietSinceMs: null },
        health: { worst: worstHealth(healths), told: toldHealth },
        incident: read,
        recorded: { last: newestEntry === null ? null : historyText.toEntry(newestEntry), entries },
      };
    },

    commit(change) {
      const keys = partitions.of(change.view.serviceId, change.view);
      const { compare, write } = serviceCommit(keys, change);
      return commit(client, compare, write);
    },
  };
}

/** Status, incident, timer and events of one roll-up, all or nothing. */
function serviceCommit(
  keys: PartitionKeys,
  change: ServiceCommit,
): { compare: Comparison[]; write: Command[] } {
  const { view, to, incident, outages } = change;
  const { serviceId } = view;
  const key = keys.service(serviceId);
  const from = view.state.status;
  const openId = incident === null || incident.state === 'resolved' ? '' : incident.incidentId;
  const write: Command[] = [
    [
      'HSET',
      key,
      ...['status', to, 'sinceMs', change.atMs, 'revision', view.revision + 1, 'openIncidentId', openId],
      ...['shortSinceMs', change.shortSinceMs ?? '', 'lastHeardAtMs', change.lastHeardAtMs ?? ''],
      ...['lastDownAtMs', change.lastDownAtMs ?? '', 'gapsSinceMs', change.gapsSinceMs ?? ''],
      ...['outages', outages.count, 'quietSinceMs', outages.quietSinceMs ?? ''],
    ],
    ['HSET', keys.statuses, serviceId, to],
    change.nextCheckAtMs === null
      ? ['ZREM', keys.serviceTimer, serviceId]
      : ['ZADD', keys.serviceTimer, change.nextCheckAtMs, serviceId],
    ...change.events.map((event) => eventCommand(keys, event)),
  ];
  if (from !== to) {
    write.push(
      ['HSET', key, 'previousStatus', from, 'previousSinceMs', view.state.sinceMs],
      ['HINCRBY', keys.totals, `service:${from}`, -1],
      ['HINCRBY', keys.totals, `service:${to}`, 1],
      ...historyCommands.changed(keys, change),
    );
  }
  write.push(...toldHealthCommands(key, view.health.told, change.toldHealth));
  if (change.toldTroubles !== undefined && change.toldTroubles !== view.troubles)
    write.push(['HSET', key, 'troubles', JSON.stringify(change.toldTroubles)]);
  if (incident !== null) write.push(...incidentOf(keys, view.incident, incident));
  return {
    compare: [{ command: ['HGET', key, 'revision'], expected: view.revision }],
    write,
  };
}

function incidentOf(keys: PartitionKeys, before: Incident | null, after: Incident): Command[] {
  const wasOpen = before?.incidentId === after.incidentId;
  const opened = wasOpen ? 0 : 1;
  const closed = after.state === 'resolved' ? 1 : 0;
  return [
    ['SET', keys.incident(after.incidentId), JSON.stringify(after)],
    ['ZADD', keys.incidents, after.startedAtMs, after.incidentId],
    ['HINCRBY', keys.totals, 'incidents:open', opened - closed],
  ];
}
