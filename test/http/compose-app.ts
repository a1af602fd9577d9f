import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Closers } from '../../src/compose/closers.ts';
import { layFoundation } from '../../src/compose/foundation.ts';
import { startApi } from '../../src/compose/start-api.ts';
import { loadConfig } from '../../src/config.ts';
import { createApp } from '../../src/http/app.ts';
import type { KeyLinks } from '../../src/http/key-links.ts';
import type { RedisClient } from '../../src/store/client/connect.ts';
import { privateSocket, startPrivateServer } from '../../src/store/private-server/start-private-server.ts';
import { createLogger } from '../../src/telemetry/logger.ts';

/**
 * The HTTP side in this process, to look at from the inside; it listens only if it is told to. On a private Redis, unless
 * `REDIS_URL` names one.
 */
export async function composeApp(
  env: Record<string, string> = {},
  keyLinks: KeyLinks | null = null,
): Promise<{ app: FastifyInstance; redis: RedisClient; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'monitor-app-'));
  const url = env['REDIS_URL'] ?? `unix://${privateSocket(dataDir)}`;
  const outcome = loadConfig({ LOG_LEVEL: 'silent', ...env, REDIS_URL: url });
  if (outcome.kind === 'invalid') throw new Error(outcome.errors.join('; '));
  const log = createLogger('silent', false);
  const closers = new Closers(log);
  closers.add('data', () => rmSync(dataDir, { recursive: true, force: true }));
  if (env['REDIS_URL'] === undefined) {
    const redis = await startPrivateServer(dataDir);
    closers.add('redis', () => redis.stop());
  }
  const foundation = layFoundation(outcome.config, { url }, log, closers);
  await foundation.prepareRedis();
  const { metrics } = foundation;
  const operations = {
    version: '0.0.0',
    roles: ['api'],
    metrics,
    startsFor: () => null,
    isDraining: () => false,
    readiness: async () => ({ ready: true }) as const,
  };
  const api = startApi(foundation, () => 'http://monitor', keyLinks);
  await api.open();
  const app = await createApp({
    traceRequest: null,
    ...{ api, operations, meter: metrics.http, log, mostConnections: 1_000 },
  });
  closers.add('app', () => app.close());
  await app.ready();
  return { app, redis: foundation.redis, close: () => closers.close() };
}
