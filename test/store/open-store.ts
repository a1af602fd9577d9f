import type { InstanceDescription, InstanceView } from '../../src/actors/ports/instances.ts';
import type { DependencyRule } from '../../src/domain/dependencies/dependency-rule.ts';
import { type RulesOf, rulesFor } from '../../src/domain/policy.ts';
import type { InstanceStatus } from '../../src/domain/status.ts';
import { connect, whenReady } from '../../src/store/client/connect.ts';
import { ids } from '../../src/store/ids.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createBeats } from '../../src/store/instances/beats.ts';
import { createChecks } from '../../src/store/instances/checks.ts';
import { createOverdue } from '../../src/store/instances/overdue.ts';
import { createRegistrations } from '../../src/store/instances/registrations.ts';
import { partitionKeys } from '../../src/store/keys.ts';
import { createReadings } from '../../src/store/lists/readings.ts';
import { withSyntheticKeys } from '../../src/store/monitor/synthetic-keys.ts';
import { createNotifications } from '../../src/store/notifications/notifications.ts';
import { createGroupReadings } from '../../src/store/outage-groups/group-readings.ts';
import { createPartitions } from '../../src/store/partition.ts';
import { newestVersion } from '../../src/store/schema/migrations/migrations.ts';
import { createServices } from '../../src/store/services/services.ts';
import { createNeededServices } from '../../src/store/telling/needed-services.ts';
import { createTelling, type SilenceOf } from '../../src/store/telling/telling.ts';
import { openTestRedis } from '../support/open-redis.ts';

export type TestStore = Awaited<ReturnType<typeof openStore>>;

export const blindAfterMs = 3_000;

/** An instance that promises nothing beats once a second. */
export const rulesOf: RulesOf = (name, registrantIntervalMs) =>
  rulesFor({ intervalMs: 1_000, downAfterMs: 4_000 }, [], name, registrantIntervalMs);

export function describedAs(serviceName: string, instanceKey: string): InstanceDescription {
  const shown = { version: '1.2.3', hostname: 'h1', port: 80, url: null, processId: 7, metadata: { a: 1 } };
  return {
    serviceName,
    environment: 'test',
    instanceKey,
    registrantIntervalMs: null,
    apiKeyId: null,
    ...shown,
    network: null,
  };
}

/** The whole store on a Redis of its own; `keys` are those of the first partition, where everything is if there is one. */
export async function openStore(partitionCount = 1) {
  const redis = await openTestRedis();
  const client = connect(redis.url, 'blocking', () => undefined);
  await whenReady(client);
  const partitions = withSyntheticKeys(createPartitions(partitionCount));
  const keys = partitionKeys(0);
  const beats = createBeats(client, partitions, () => blindAfterMs, rulesOf);
  const checks = createChecks(client, partitions);
  /** The schema version of the data; a test says another. */
  const schema = { version: newestVersion };
  const registrations = createRegistrations(client, partitions, () => schema.version);
  /** What silences services; a test says what. */
  const silences: { of: SilenceOf } = { of: async () => null };
  /** What services need; a test says it. */
  const dependencies: { rules: readonly DependencyRule[] } = { rules: [] };

  async function view(instanceId: string): Promise<InstanceView> {
    const { instance } = await checks.read(instanceId);
    if (instance === null) throw new Error(`there is no instance ${instanceId}`);
    return instance;
  }

  /** A tick that arrives in the moment in which it is sent. */
  const tick = async (partition = 0) => beats.receive(partition, [], await beats.now(partition));

  /** Where `passTimeInAll` has let the clock come to. */
  let inAllMs: number | null = null;

  /** Lets the monitor's clock run ahead; it could receive heartbeats all the while, unless it was blind. */
  async function passTime(ms: number, isBlind = false): Promise<void> {
    await tick();
    await client.hincrby(keys.clock, 'offset', ms);
    if (!isBlind) await client.hincrby(keys.clock, 'tick', ms);
  }

  return {
    url: redis.url,
    ...{ client, partitions, keys, ids, beats, tick, checks, registrations, view },
    services: createServices(client, partitions),
    incidents: createIncidents(client, partitions),
    notifications: createNotifications(client, partitions),
    ...{ silences, dependencies, schema },
    telling: createTelling(client, partitions, {
      ...{ ids, rulesOf },
      neededServices: createNeededServices(client, partitions, {
        ...{ ids, rulesOf, rules: () => dependencies.rules },
      }),
      silenceOf: (service, atMs) => silences.of(service, atMs),
      groupsOf: createGroupReadings(client, partitions).groupsOf,
    }),
    overdue: createOverdue(client, keys),
    readings: createReadings(client, partitions, rulesOf),

    /** Empties it and lets it hear: the first tick is written. */
    async reset(): Promise<void> {
      silences.of = async () => null;
      dependencies.rules = [];
      schema.version = newestVersion;
      inAllMs = null;
      await client.flushdb();
      await Promise.all(partitions.all.map((_, partition) => tick(partition)));
    },

    passTime,

    /** As `passTime`, and what this machine itself took since the last such call is part of it, not added to it. */
    async passTimeInAll(ms: number): Promise<void> {
      const nowMs = await beats.now(0);
      inAllMs = (inAllMs ?? nowMs) + ms;
      await passTime(Math.max(0, inAllMs - nowMs));
    },

    /** Registers an instance as the actor would. */
    async appear(serviceName: string, instanceKey = 'one'): Promise<InstanceView> {
      const serviceId = ids.serviceId(serviceName, 'test');
      const instanceId = ids.instanceId(serviceId, instanceKey);
      const description = describedAs(serviceName, instanceKey);
      const { nowMs, instance } = await registrations.read(instanceId);
      await registrations.ensureService(serviceId, description, nowMs);
      await registrations.write({
        ...{ instanceId, serviceId, nowMs, view: instance, description },
        appears: true,
        silentSinceMs: nowMs - 1,
        firstCheckAtMs: nowMs + 1_301,
        expectedIntervalMs: 1_000,
      });
      return view(instanceId);
    },

    /** Commits a step of an instance as it is in `of`. */
    step(of: InstanceView, to: InstanceStatus) {
      return checks.commit({
        view: of,
        after: { ...of.state, status: to, sinceMs: of.nowMs, judgedSilenceMs: of.state.silentSinceMs },
        nextCheckAtMs: of.nowMs + 1_000,
        expectedIntervalMs: of.expectedIntervalMs,
        absorbed: null,
      });
    },

    async close(): Promise<void> {
      client.disconnect();
      await redis.close();
    },
  };
}
