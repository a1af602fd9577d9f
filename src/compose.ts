import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Closers } from './compose/closers.ts';
import { countBlindTime } from './compose/count-blind-time.ts';
import { layFoundation, type RedisAt } from './compose/foundation.ts';
import { giveBackMemory } from './compose/give-back-memory.ts';
import { keepSecrets } from './compose/keep-secrets.ts';
import { keepToFile } from './compose/keep-to-file.ts';
import { mostConnections } from './compose/most-connections.ts';
import { openTelemetry } from './compose/open-telemetry.ts';
import type { OwnKey } from './compose/own-key.ts';
import { programVersion } from './compose/program-version.ts';
import { showNode } from './compose/show-node.ts';
import { startApi } from './compose/start-api.ts';
import { startWorker } from './compose/start-worker.ts';
import { untilRedisServes } from './compose/until-redis-serves.ts';
import { untilStopped } from './compose/until-stopped.ts';
import type { Config } from './config/configuration.ts';
import { ownUrl } from './config/own-url.ts';
import { createApp } from './http/app.ts';
import type { KeyLinks } from './http/key-links.ts';
import { listen } from './http/listen.ts';
import type { Operations } from './http/ports.ts';
import { anyPrimaryAnswers } from './store/client/any-primary-answers.ts';
import { startPrivateServer } from './store/private-server/start-private-server.ts';
import { untraced } from './telemetry/tracing.ts';
import { withTimeout } from './with-timeout.ts';

/** A running node. */
export interface Started {
  /** Where it answers. */
  url: string;
  /** The key that it brings with it. */
  ownKey: OwnKey | null;
  /** Reads `monitor.yaml` again; the log says what became of it. */
  reload(): void;
  /** Takes no more work, finishes what it has, and lets go of everything; twice is once. */
  close(): Promise<void>;
}

/**
 * Builds a node from its configuration and takes it down again. It listens first, and begins its work when Redis serves
 * it; told to stop before that, it fails. `keyLinks` are links that open its dashboard with a key, where somebody makes some.
 */
export async function start(
  config: Config,
  log: Logger,
  stopping: AbortSignal,
  keyLinks: KeyLinks | null = null,
): Promise<Started> {
  const closers = new Closers(log);
  try {
    return await build({ config, log, closers, stopping, keyLinks });
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function build(parts: {
  config: Config;
  log: Logger;
  closers: Closers;
  stopping: AbortSignal;
  keyLinks: KeyLinks | null;
}): Promise<Started> {
  const { config, log, closers, stopping, keyLinks } = parts;
  const redisAt = await findRedis(config, log, closers, stopping);
  const foundation = layFoundation(config, redisAt, log, closers);
  const { redis, metrics } = foundation;
  const tracing = await openTelemetry(foundation);
  const serves = config.roles.includes('api');

  const away = 'Redis does not answer';
  let startsFor: string | null = away;
  let isDraining = false;
  /** Over when load balancers have had time to see that this node is not ready any more. */
  let drained: Promise<void> = Promise.resolve();
  let worker: { isAlive(): boolean } | null = null;
  const ping = anyPrimaryAnswers(redis);
  const operations: Operations = {
    version: programVersion(),
    roles: config.roles,
    metrics,
    startsFor: () => startsFor,
    isDraining: () => isDraining,
    async readiness() {
      if (startsFor !== null) return { ready: false, reason: startsFor };
      if (isDraining) return { ready: false, reason: 'shutting down' };
      if (worker !== null && !worker.isAlive()) return { ready: false, reason: 'the sweep has stopped' };
      return answersSoon(ping());
    },
  };
  let publicUrl = config.publicUrl ?? '';
  const blindTime = countBlindTime(foundation);
  const api = serves ? startApi(foundation, () => publicUrl, keyLinks) : null;
  const app = await createApp({
    api,
    operations,
    meter: metrics.http,
    log,
    mostConnections: mostConnections(),
    traceRequest: tracing?.request ?? null,
  });
  closers.add('http', async () => {
    await drained;
    await app.close();
  });
  await listen(app, config.host, config.port);
  const address = app.server.address() as AddressInfo;
  const url = ownUrl(config.host, address.port);
  publicUrl ||= url;

  const join = async (): Promise<OwnKey | null> => {
    await redis.ping();
    if (startsFor === away) startsFor = 'what Redis holds is made ready for this version';
    await foundation.prepareRedis();
    await blindTime.goToEnd();
    return api === null ? null : api.open();
  };
  const onWait = (reason: string) => (startsFor = reason);
  const ownKey = await untilStopped(untilRedisServes(join, { onWait, stopping, log }), stopping);
  startsFor = null;
  keepSecrets(foundation);
  foundation.storedChannels.follow();
  blindTime.begin();
  const ticks = api?.startTicks(address) ?? null;
  closers.add('ticks', () => ticks?.stop());
  const nodeId = randomUUID();
  showNode(foundation, { nodeId, version: programVersion() });
  if (config.roles.includes('worker')) worker = startWorker(foundation, publicUrl, tracing ?? untraced);
  // Last: whoever follows the file is there.
  const readFile = keepToFile(foundation, nodeId);
  giveBackMemory(closers);

  let closing: Promise<void> | null = null;
  return {
    url,
    ownKey,
    reload() {
      if (closing === null) readFile('SIGHUP');
    },
    close() {
      if (closing === null) {
        isDraining = true;
        // Whoever sends load balancers away does not say that it can hear.
        void ticks?.stop();
        // Whoever follows changes goes on at another node.
        api?.live.close();
        // The workers' parts close meanwhile: they come before HTTP.
        if (serves) drained = wait(config.drainMs);
        closing = closers.close();
      }
      return closing;
    },
  };
}

/** A client that waits for Redis says nothing while Redis is away; readiness must not wait with it. */
async function answersSoon(
  ping: Promise<unknown>,
): Promise<{ ready: true } | { ready: false; reason: string }> {
  const away = { ready: false, reason: 'Redis does not answer' } as const;
  const answered = ping.then(
    () => ({ ready: true }) as const,
    () => away,
  );
  return withTimeout(answered, 500, () => away);
}

async function findRedis(
  config: Config,
  log: Logger,
  closers: Closers,
  stopping: AbortSignal,
): Promise<RedisAt> {
  if (config.redisUrl !== null) return { url: config.redisUrl };
  const privateServer = await startPrivateServer(config.dataDir, {
    log,
    stopping,
    memoryBytes: config.redisMemoryBytes,
  });
  closers.add('private redis-server', () => privateServer.stop());
  return privateServer;
}
