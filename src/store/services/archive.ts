import type { Archive, ArchiveView } from '../../actors/ports/operating.ts';
import type { MonitorEvent } from '../../domain/events.ts';
import type { Incident } from '../../domain/incident.ts';
import { type InstanceStatus, isLiving } from '../../domain/status.ts';
import { type Command, type Comparison, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import { eventCommand } from '../events/event-command.ts';
import { historyCommands } from '../history/history-commands.ts';
import { gapsOfIncident } from '../incidents/gaps-of-incident.ts';
import { toIncident } from '../incidents/to-incident.ts';
import { removalOf } from '../instances/instance-removal.ts';
import { ownerCounts } from '../instances/owner-counts.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';
import { toServiceRecord } from './service-record.ts';

/** One script takes out so many without holding Redis up for others. */
const mostInstances = 5_000;

/** Takes services out, with everything that is kept of them but their incidents and notifications. */
export function createArchive(client: RedisClient, partitions: Partitions): Archive {
  return {
    async read(serviceId) {
      const keys = partitions.of(serviceId);
      const { nowMs, fields } = await readHash(client, keys.service(serviceId), keys.clock);
      const record = toServiceRecord(serviceId, fields);
      if (record === null) return { kind: 'unknown' };
      const siblings = keys.serviceInstances(serviceId);
      if ((await client.zcard(siblings)) > mostInstances) return { kind: 'too-many', most: mostInstances };
      const ids = await client.zrange(siblings, '0', '-1');
      const { serviceName, environment, status, revision, openIncidentId } = record;
      const text = openIncidentId && (await client.get(keys.incident(openIncidentId)));
      const incident = text ? toIncident(text) : null;
      const view: ArchiveView = {
        nowMs,
        serviceId,
        serviceName,
        environment,
        status,
        revision,
        incident,
        gaps: await gapsOfIncident(client, keys, incident),
        instances: await Promise.all(ids.map((id) => standingOf(client, keys, id))),
      };
      return { kind: 'found', view };
    },

    commit(view, incident, events) {
      const keys = partitions.of(view.serviceId);
      return commit(client, comparisonsOf(keys, view), writesOf(keys, view, incident, events));
    },
  };
}

async function standingOf(client: RedisClient, keys: PartitionKeys, instanceId: string) {
  const fields = ['revision', 'status', 'apiKeyId'] as const;
  const [revision, found, apiKeyId] = await client.hmget(keys.instance(instanceId), ...fields);
  const status = (found ?? 'Expired') as InstanceStatus;
  return { instanceId, revision: revision ?? '', status, apiKeyId: apiKeyId || null };
}

/** Nothing about the service has changed, and it has just the instances that were read, as they were. */
function comparisonsOf(keys: PartitionKeys, view: ArchiveView): Comparison[] {
  const { serviceId, revision, instances } = view;
  return [
    { command: ['HGET', keys.service(serviceId), 'revision'], expected: revision },
    { command: ['ZCARD', keys.serviceInstances(serviceId)], expected: instances.length },
    ...instances.map(({ instanceId, revision }): Comparison => {
      return { command: ['HGET', keys.instance(instanceId), 'revision'], expected: revision };
    }),
  ];
}

function writesOf(
  keys: PartitionKeys,
  view: ArchiveView,
  incident: Incident | null,
  events: MonitorEvent[],
): Command[] {
  const { serviceId, serviceName, environment, instances } = view;
  const byStatus = [...Map.groupBy(instances, (instance) => instance.status)];
  return [
    ...instances.flatMap(({ instanceId }) => removalOf(keys, instanceId, serviceId)),
    ...byStatus.map(
      ([status, some]): Command => ['HINCRBY', keys.totals, `instance:${status}`, -some.length],
    ),
    ...instances
      .filter(({ status }) => isLiving(status))
      .flatMap(({ apiKeyId }) => ownerCounts.move(keys, apiKeyId, null)),
    ['DEL', keys.service(serviceId)],
    ['ZREM', keys.serviceIndex, [serviceName, environment, serviceId].join('\0')],
    ['HDEL', keys.statuses, serviceId],
    ['ZREM', keys.serviceTimer, serviceId],
    ['HINCRBY', keys.totals, `service:${view.status}`, -1],
    ...historyCommands.archived(keys, view),
    ...(incident === null ? [] : resolutionOf(keys, incident)),
    ...events.map((event) => eventCommand(keys, event)),
  ];
}

function resolutionOf(keys: PartitionKeys, incident: Incident): Command[] {
  return [
    ['SET', keys.incident(incident.incidentId), JSON.stringify(incident)],
    ['HINCRBY', keys.totals, 'incidents:open', -1],
  ];
}
