import type { KnownChannels } from '../actors/ports/nodes.ts';
import type { Log, Meter } from '../actors/ports/observability.ts';
import type { SecretKeys } from '../actors/ports/stored-channels.ts';
import type { Delivery } from '../actors/ports/wake-ups.ts';
import { createSecretKeys } from '../channels/stored/secret-keys.ts';
import type { Config, FixedConfig } from '../config/configuration.ts';
import type { Ids } from '../domain/ids.ts';
import { impairmentCauses } from '../domain/impairment.ts';
import { occurrenceAt } from '../domain/maintenance/occurrence.ts';
import { type RulesOf, rulesFor } from '../domain/policy.ts';
import { quota } from '../domain/quota.ts';
import { synthetic } from '../domain/synthetic-outage.ts';
import { type CheckQueue, openCheckQueue } from '../queues/check-queue.ts';
import { channelTags, openDeliveryQueue } from '../queues/delivery-queue.ts';
import { FairTurns } from '../queues/fair-turns.ts';
import type { WakeUpFaults, WakeUpJobs } from '../queues/open-wake-ups.ts';
import { apartFromSynthetic } from '../self-check/apart-from-synthetic.ts';
import { readKeyUsage } from '../store/access/key-usage.ts';
import { createChannelHealths } from '../store/channel-health/channel-healths.ts';
import { connect, type RedisClient } from '../store/client/connect.ts';
import { ids } from '../store/ids.ts';
import { readTotals } from '../store/lists/totals.ts';
import { createMaintenance } from '../store/maintenance/maintenance.ts';
import { readImpairment } from '../store/monitor/read-impairment.ts';
import { createNodeReadings } from '../store/monitor/read-nodes.ts';
import { SharedSecret } from '../store/monitor/shared-secret.ts';
import { withSyntheticKeys } from '../store/monitor/synthetic-keys.ts';
import { createKnownChannels } from '../store/notifications/known-channels.ts';
import { createPartitions, type Partitions } from '../store/partition.ts';
import { countRecords } from '../store/retention/count-records.ts';
import { agreePartitionCount, isNewRedis } from '../store/schema/first-start.ts';
import { migrateSchema } from '../store/schema/migrate-schema.ts';
import { migrations } from '../store/schema/migrations/migrations.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { Closers } from './closers.ts';
import { CurrentSettings } from './current-settings.ts';
import { type KeptStoredChannels, keepStoredChannels } from './keep-stored-channels.ts';
import { onlyAtDebug } from './only-at-debug.ts';
import { programVersion } from './program-version.ts';
import { configured, type UsedChannel } from './used-channel.ts';

/** What both roles stand on. */
export interface Foundation {
  /** What holds until the end of this process. */
  config: FixedConfig;
  /** What the file decides, and the channels in use. */
  current: CurrentSettings;
  /** Open the secrets of channels that were made over the API. */
  secretKeys: SecretKeys;
  storedChannels: KeptStoredChannels;
  log: Log;
  redisUrl: string;
  /** Waits while Redis is away. */
  redis: RedisClient;
  partitions: Partitions;
  ids: Ids;
  rulesOf: RulesOf;
  checkQueue: CheckQueue;
  deliveryQueue: WakeUpJobs<Delivery>;
  /** The turns of the sources in it. */
  turns: FairTurns;
  /** What any worker of this monitor delivers to. */
  knownChannels: KnownChannels;
  metrics: Metrics;
  /** What the actors count in the metrics. */
  meter: Meter;
  /** Seals the positions in lists. */
  cursorSecret: SharedSecret;
  /** Signs the links with which people acknowledge incidents. */
  linkSecret: SharedSecret;
  closers: Closers;
  /** For every client of Redis. */
  onRedisError: (error: Error) => void;
  /** That of the data in Redis. */
  schemaVersion: () => number;
  /** Holds Redis to the partitions and the schema of this program, or says why that cannot be. */
  prepareRedis(): Promise<void>;
}

/** Where Redis is, and how to tell a private one that checks are armed from now on. */
export interface RedisAt {
  url: string;
  expectChecks?: () => void;
}

/** Opens what both roles stand on, without a word from Redis: that may come later. */
export function layFoundation(
  config: Config,
  { url: redisUrl, expectChecks }: RedisAt,
  log: Log,
  closers: Closers,
): Foundation {
  const onRedisError = (error: Error) => {
    if (!closers.isClosing) log.warn({ error }, 'Redis connection error; reconnecting');
  };
  const redis = connect(redisUrl, 'blocking', onRedisError);
  closers.add('redis', () => redis.disconnect());
  const partitions = withSyntheticKeys(createPartitions(config.partitions));
  const cursorSecret = new SharedSecret('cursorSecret');
  const linkSecret = new SharedSecret('linkSecret');
  // Until Redis says it: what all versions read.
  let schemaVersion = 0;
  const prepareRedis = async () => {
    // Where nothing is stored yet, the first version is no news.
    const schemaLog = (await isNewRedis(redis)) ? onlyAtDebug(log) : log;
    await agreePartitionCount(redis, config.partitions);
    schemaVersion = await migrateSchema(redis, partitions, migrations, schemaLog);
    await cursorSecret.agree(redis);
    await linkSecret.agree(redis);
    await storedChannels.refresh();
  };
  const tags = partitions.all.map((keys) => keys.tag);
  const faultsOf = (queue: 'check' | 'deliver'): WakeUpFaults => ({
    onError: onRedisError,
    onLost(count, error) {
      metrics.lostWakeUps(queue, count);
      log.warn({ error, queue, count }, 'could not queue wake-ups; the sweep will find the work');
    },
  });
  const checkQueue = openCheckQueue(redis, tags, faultsOf('check'), expectChecks);
  closers.add('check queue', () => checkQueue.close());
  const { deadman } = config;
  const current = new CurrentSettings(config);
  const secretKeys = createSecretKeys(config.secretKeys.map((key) => Buffer.from(key, 'base64')));
  const storedChannels = keepStoredChannels({ current, redis, partitions, secretKeys, log, closers });
  const ownChannels = deadman === null ? [] : [synthetic.channelId];
  const channelIds = () => [...current.channelIds, ...ownChannels];
  const ownPolicies = deadman === null ? [] : [synthetic.policy(deadman.everyMs)];
  let policies = [...ownPolicies, ...config.policies];
  const turns = new FairTurns();
  const deliveryQueue = openDeliveryQueue(redis, channelIds(), faultsOf('deliver'), turns);
  closers.add('delivery queue', () => deliveryQueue.close());

  const maintenance = createMaintenance(redis, partitions);
  const channelHealths = createChannelHealths(redis, partitions);
  const typesOf = (channels: readonly UsedChannel[]) => channels.map(({ type }) => type);
  const gauges = {
    totals: () => readTotals(redis, partitions),
    async impairment() {
      const active = (await readImpairment(redis, partitions.at(0)))?.active ?? [];
      return new Map(impairmentCauses.map((cause) => [cause, active.includes(cause)]));
    },
    async keyQuotaUsed() {
      const usage = await readKeyUsage(redis, partitions, config.quotas);
      return Math.max(0, ...usage.map(quota.shareOf));
    },
    async setAside() {
      const counts = await Promise.all(partitions.all.map((keys) => redis.hlen(keys.setAside)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    channels: () => channelHealths.read(current.channels.map(configured)),
    records: () => countRecords(redis, partitions),
    async maintenance() {
      const [{ windows }, nowMs] = await Promise.all([maintenance.standing(), maintenance.now()]);
      const all = [...current.now.maintenance, ...windows];
      return all.filter((window) => occurrenceAt(window, nowMs) !== null).length;
    },
    jobs: async () => ({ check: await checkQueue.counts(), deliver: await deliveryQueue.counts() }),
  };
  const metrics = createMetrics(gauges, typesOf(current.channels), {
    version: programVersion(),
    commit: config.commit,
  });
  current.follow((next, channels) => () => {
    policies = [...ownPolicies, ...next.policies];
    deliveryQueue.keepTo(channelTags(channelIds()));
    metrics.channelTypes(typesOf(channels));
  });
  return {
    config,
    current,
    secretKeys,
    storedChannels,
    log,
    redisUrl,
    redis,
    partitions,
    ids,
    rulesOf: (name, interval) => rulesFor(config.timing, policies, name, interval),
    checkQueue,
    deliveryQueue,
    turns,
    knownChannels: createKnownChannels(createNodeReadings(redis, partitions), channelIds),
    metrics,
    meter: apartFromSynthetic.meter(metrics.actors),
    cursorSecret,
    linkSecret,
    closers,
    onRedisError,
    schemaVersion: () => schemaVersion,
    prepareRedis,
  };
}
