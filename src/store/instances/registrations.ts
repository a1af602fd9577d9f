import type { InstanceView, Registration, Registrations } from '../../actors/ports/instances.ts';
import type { InstanceChanged } from '../../domain/events.ts';
import { isLiving } from '../../domain/status.ts';
import { type Command, type Comparison, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { deployCommands } from '../history/deploy-commands.ts';
import { historyCommands } from '../history/history-commands.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';
import { derivedServiceIds } from '../schema/migrations/0002-derived-service-ids.ts';
import { labelsCommand, toLabels } from '../services/service-labels.ts';
import { healthEvent } from './health-commands.ts';
import { healthCounts } from './health-counts.ts';
import { instanceChanges } from './instance-changes.ts';
import { countsOf, eventCommand } from './instance-commit.ts';
import { descriptionFields, lastBeatAtMs } from './instance-record.ts';
import { ownerCounts } from './owner-counts.ts';
import { readInstance } from './read-instance.ts';
import { reportedHealth } from './reported-health.ts';

/**
 * Writes registrations: of a new service or instance, of a changed description, or of an instance that comes back; as the
 * nodes read them that may share data of this schema version.
 */
export function createRegistrations(
  client: RedisClient,
  partitions: Partitions,
  schemaVersion: () => number,
): Registrations {
  return {
    read: (instanceId) => readInstance(client, partitions.of(instanceId), instanceId),

    async hasService(serviceId) {
      return (await client.exists(partitions.of(serviceId).service(serviceId))) === 1;
    },

    async shown(serviceId) {
      const key = partitions.of(serviceId).service(serviceId);
      const [labels, version] = await client.hmget(key, 'labels', 'version');
      return { labels: toLabels(labels), version: version ?? null };
    },

    async write(registration) {
      const { instanceId, serviceId, nowMs, view, appears, description, silentSinceMs } = registration;
      const { newLabels, deploy, firstCheckAtMs, expectedIntervalMs } = registration;
      const keys = partitions.of(serviceId, description);
      const compare: Comparison[] = [
        { command: ['HGET', keys.instance(instanceId), 'revision'], expected: view?.revision ?? '' },
        // A wake-up between read and write would be undone by setting its timer again.
        { command: ['ZSCORE', keys.timer, instanceId], expected: view?.timerMs ?? '' },
        // It may be archived at this moment; then it must be created again first.
        { command: ['HEXISTS', keys.service(serviceId), 'serviceName'], expected: 1 },
        ...(deploy == null ? [] : [deployCommands.comparison(keys, serviceId, deploy)]),
      ];
      const write: Command[] = [
        ...recordOf(keys.instance(instanceId), view !== null, {
          // It begins with the time: an instance that was removed and comes back never has a revision of before.
          revision: view === null ? nowMs : view.revision + 1,
          ...descriptionFields(description),
          registeredAtMs: nowMs,
          previousBeatAtMs: view && lastBeatAtMs(view),
          intervalMs: expectedIntervalMs,
          ...(schemaVersion() >= derivedServiceIds.version ? {} : forVersionOne(serviceId, view)),
        }),
        // GT: a heartbeat between read and write is newer and stays.
        ...(silentSinceMs === null
          ? []
          : ([['ZADD', keys.seen, 'GT', silentSinceMs, instanceId]] as Command[])),
        ['ZADD', keys.timer, firstCheckAtMs, instanceId],
        ['HSET', keys.service(serviceId), 'registrantIntervalMs', description.registrantIntervalMs ?? ''],
        ...(newLabels == null ? [] : [labelsCommand(keys, serviceId, newLabels)]),
        ...(deploy == null ? [] : deployCommands.write(keys, serviceId, deploy, nowMs)),
        ...(promisesAnew(registration) ? [instanceChanges.command(keys, instanceId)] : []),
        ...forgetHealth(keys, registration),
      ];
      // Who registers an instance last answers for it.
      write.push(...ownerCounts.move(keys, ownerCounts.ownerOf(view), description.apiKeyId));
      if (appears) write.push(...appearance(keys, instanceId, serviceId, view, nowMs));
      return commit(client, compare, write);
    },

    async ensureService(serviceId, description, nowMs) {
      const keys = partitions.of(serviceId, description);
      const key = keys.service(serviceId);
      const { serviceName, environment } = description;
      await commit(
        client,
        [{ command: ['EXISTS', key], expected: 0 }],
        [
          ['HSET', key, 'serviceName', serviceName, 'environment', environment, 'createdAtMs', nowMs],
          ['HSET', key, 'status', 'Pending', 'sinceMs', nowMs, 'revision', 0],
          ['ZADD', keys.serviceIndex, 0, [serviceName, environment, serviceId].join('\0')],
          ['HSET', keys.statuses, serviceId, 'Pending'],
          ['HINCRBY', keys.totals, 'service:Pending', 1],
          ...historyCommands.began(keys, { serviceId, environment }, nowMs),
        ],
      );
    },
  };
}

/** What nodes of version 1 read of an instance, and compare. */
function forVersionOne(serviceId: string, view: InstanceView | null): Record<string, string | number> {
  return { serviceId, ...(view === null ? { generation: 0 } : {}) };
}

/** Writes the fields of an instance. One without a value is not kept: an empty one would cost its name. */
function recordOf(key: string, isKnown: boolean, fields: Record<string, string | number | null>): Command[] {
  const said = Object.entries(fields).filter(
    (field): field is [string, string | number] => field[1] !== null,
  );
  const unsaid = Object.keys(fields).filter((name) => fields[name] === null);
  return [
    ['HSET', key, ...said.flat()],
    ...(isKnown && unsaid.length > 0 ? ([['HDEL', key, ...unsaid]] as Command[]) : []),
  ];
}

function promisesAnew({ view, description }: Registration): boolean {
  return view !== null && view.description.registrantIntervalMs !== description.registrantIntervalMs;
}

/** A new life of the process: what the one before said of itself is not true any more. */
function forgetHealth(keys: PartitionKeys, { instanceId, serviceId, view, nowMs }: Registration): Command[] {
  if (view?.health == null) return [];
  const change = { instanceId, serviceId, from: view.health.health, to: null, atMs: nowMs, reasons: null };
  return [
    ['HDEL', keys.instance(instanceId), ...reportedHealth.fields],
    // If it was Degraded by its word, its next heartbeat ends that.
    ...(view.state.status === 'Degraded' ? ([['SADD', keys.wake, instanceId]] as Command[]) : []),
    ...healthCounts.move(keys, view, null),
    instanceChanges.command(keys, instanceId),
    ...(isLiving(view.state.status) ? [healthEvent(keys, change)] : []),
  ];
}

/** The commands that add an instance: for the first time, or again after it had left. */
function appearance(
  keys: PartitionKeys,
  instanceId: string,
  serviceId: string,
  view: InstanceView | null,
  nowMs: number,
): Command[] {
  const from = view?.state.status ?? null;
  const event: InstanceChanged = {
    type: 'instance.changed',
    instanceId,
    serviceId,
    from,
    fromSinceMs: view?.state.sinceMs ?? nowMs,
    to: 'Pending',
    atMs: nowMs,
    silentSinceMs: nowMs - 1,
  };
  return [
    ['HSET', keys.instance(instanceId), 'status', 'Pending', 'sinceMs', nowMs, 'judgedSilenceMs', nowMs - 1],
    ['ZADD', keys.serviceInstances(serviceId), from === null ? nowMs : 0, instanceId],
    ['SADD', keys.wake, instanceId],
    // From now on there is somebody to hear: the first tick may still be on its way, and what it took is blind time.
    ['HSETNX', keys.clock, 'tick', nowMs],
    ...countsOf(keys, serviceId, from, 'Pending'),
    eventCommand(keys, event),
  ];
}
