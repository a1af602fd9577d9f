import type { AddressInfo } from 'node:net';
import { createHearHealth } from '../actors/health/hear-health.ts';
import { createStopInstance } from '../actors/operating/stop-instance.ts';
import type { ApiKeys } from '../actors/ports/access.ts';
import { createReceiveHeartbeat } from '../actors/receive-heartbeat.ts';
import { createLimitRegistrations } from '../actors/registering/limit-registrations.ts';
import { createRegisterInstance } from '../actors/registering/register-instance.ts';
import { createCursorSeal } from '../http/cursor-seal.ts';
import type { KeyLinks } from '../http/key-links.ts';
import { openKeyRing } from '../http/key-ring.ts';
import type { Api } from '../http/ports.ts';
import { sendTicks } from '../http/send-ticks.ts';
import { createApiKeys } from '../store/access/api-keys.ts';
import { createAuditTrail } from '../store/access/audit-trail.ts';
import { lastingKeys } from '../store/access/lasting-keys.ts';
import { generateKeyText, toApiKey } from '../store/access/make-key.ts';
import { createQuotas } from '../store/access/quotas.ts';
import { connect, whenReady } from '../store/client/connect.ts';
import { createMetricSamples } from '../store/history/metric-samples.ts';
import { createBeats } from '../store/instances/beats.ts';
import { createChecks } from '../store/instances/checks.ts';
import { createHealths } from '../store/instances/healths.ts';
import { createRegistrations } from '../store/instances/registrations.ts';
import { createInstanceWalk } from '../store/instances/walk-instances.ts';
import { createReadings } from '../store/lists/readings.ts';
import { createFindInDoubt } from '../store/monitor/find-in-doubt.ts';
import { createReadMonitorHealth } from '../store/monitor/read-monitor-health.ts';
import { createGroupReadings } from '../store/outage-groups/group-readings.ts';
import { isNewRedis } from '../store/schema/first-start.ts';
import { composeOperating } from './compose-operating.ts';
import type { Foundation } from './foundation.ts';
import { keepDeadman } from './keep-deadman.ts';
import { openSignIn } from './open-sign-in.ts';
import { findOwnKey, type OwnKey, toLastingKey } from './own-key.ts';
import { readPast } from './read-past.ts';
import { sealedIds } from './sealed-ids.ts';
import { createShowInstances } from './show-instances.ts';
import { startLive } from './start-live.ts';

/** What the API serves. */
export interface StartedApi extends Api {
  /** Reads the keys, and starts what works beside the requests; fails while Redis is away. */
  open(): Promise<OwnKey | null>;
  /** Tells Redis from then on that heartbeats can arrive, once this node serves them. */
  startTicks(address: AddressInfo): { stop(): Promise<void> };
}

/** Composes what the API serves; it waits for nothing, and works once it was opened. */
export function startApi(
  foundation: Foundation,
  publicUrl: () => string,
  keyLinks: KeyLinks | null,
): StartedApi {
  const { config, current, redisUrl, redis, partitions, ids, rulesOf, checkQueue, log, closers } = foundation;
  const { cursorSecret } = foundation;
  const client = connect(redisUrl, 'fail-fast', foundation.onRedisError);
  closers.add('redis for requests', () => client.disconnect());

  const tickKeyText = generateKeyText();
  const tickKey = toApiKey(tickKeyText, { name: 'tick', scopes: ['ingest'] });
  const keyRing = openKeyRing(tickKey, log);
  closers.add('key ring', () => keyRing.close());
  const checks = createChecks(client, partitions);
  const beats = createBeats(client, partitions, () => current.now.blindAfterMs, rulesOf);
  current.follow(() => () => beats.forgetRules());
  const receiveHeartbeat = createReceiveHeartbeat({
    ...{ beats, checkQueue, partitions: config.partitions, log },
    hearHealth: createHearHealth({
      ...{ healths: createHealths(client, partitions), checkQueue, rulesOf, log },
    }),
  });
  const readings = createReadings(client, partitions, rulesOf);
  const walk = createInstanceWalk(client, partitions, readings);
  const registerInstance = createRegisterInstance({
    registrations: createRegistrations(client, partitions, foundation.schemaVersion),
    ...{ checkQueue, ids, rulesOf },
  });
  const stopInstance = createStopInstance({ checks, checkQueue, rulesOf, meter: foundation.meter });

  const groups = createGroupReadings(client, partitions);
  const cursorSeal = createCursorSeal(() => cursorSecret.value);
  const operating = composeOperating(foundation, { client, readings }, publicUrl);
  const { maintenance } = operating;
  const signIn = openSignIn(foundation, client);
  const callers = { current: (keyId: string) => signIn?.sessions.current(keyId) ?? keyRing.current(keyId) };
  const live = startLive(foundation, client, { readings, groups, maintenance, callers, cursorSeal });

  /** With the key that this node brings with it. */
  function storedKeys(ownKey: OwnKey | null): ApiKeys {
    const apiKeys = createApiKeys(redis);
    const auditTrail = createAuditTrail(redis);
    return lastingKeys({
      apiKeys,
      own: ownKey === null ? null : toLastingKey(ownKey, { apiKeys, auditTrail, log }),
      isNewRedis: () => isNewRedis(redis),
      prepareRedis: () => foundation.prepareRedis(),
      log,
    });
  }

  return {
    async open() {
      await whenReady(client);
      const ownKey = await findOwnKey(config, createApiKeys(redis));
      await keyRing.follow(storedKeys(ownKey));
      keepDeadman(foundation, { registerInstance, receiveHeartbeat, stopInstance, readings });
      return ownKey;
    },
    keyRing,
    keyLinks,
    signIn,
    tickKey,
    startTicks: (address) =>
      sendTicks({
        ...{ address, keyText: tickKeyText, partitions: config.partitions, log },
        everyMs: () => Math.floor(current.now.blindAfterMs / 3),
        clock: (partition) => beats.now(partition),
      }),
    limits: {
      requestsPerMinute: config.rateLimit,
      failuresPerMinute: config.failedAuthLimit,
      trustedProxies: config.trustedProxies,
    },
    receiveHeartbeat,
    registerInstance,
    limitRegistrations: createLimitRegistrations({
      quotas: createQuotas(client, partitions),
      limits: config.quotas,
      now: () => performance.now(),
      log,
    }),
    stopInstance,
    readings,
    groups,
    readHistory: readPast(foundation, client),
    readMonitorHealth: createReadMonitorHealth(client, config.quotas),
    badged: {
      services: config.badges,
      findInDoubt: createFindInDoubt(client, partitions, () => current.now.blindAfterMs),
    },
    publicPages: { pages: () => current.now.statusPages, publicUrl, publicId: sealedIds(cursorSecret) },
    metricSamples: createMetricSamples(client, partitions),
    live,
    liveMeter: foundation.metrics.live,
    cursorSeal,
    showInstances: config.instanceMetrics === 0 ? null : createShowInstances(walk, config.instanceMetrics),
    operating,
  };
}
