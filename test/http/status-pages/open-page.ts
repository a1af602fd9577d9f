import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Incident } from '../../../src/domain/incident.ts';
import type { RedisClient } from '../../../src/store/client/connect.ts';
import { ids } from '../../../src/store/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { call, type Reply } from '../call.ts';
import { composeApp } from '../compose-app.ts';
import { makeKey } from '../make-key.ts';
import { judgeAll, showWorker } from '../show-worker.ts';

/** The HTTP side with status pages. No worker runs: a test writes what one would. */
export interface OpenPage {
  url: string;
  redis: RedisClient;
  /** What somebody without a key gets. */
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** With a key that may do everything. */
  ask(method: string, path: string, body?: unknown): Promise<Reply>;
  /** A service in this status, in production; its id. */
  serviceIn(status: string, serviceName: string): Promise<string>;
  /** Its incident, as a worker would have written it. */
  incidentOf(serviceId: string, serviceName: string, more?: Partial<Incident>): Promise<Incident>;
  close(): Promise<void>;
}

/** `file`: the text of monitor.yaml. */
export async function openPage(file: string): Promise<OpenPage> {
  const dir = mkdtempSync(join(tmpdir(), 'monitor-page-'));
  writeFileSync(join(dir, 'monitor.yaml'), file);
  const { app, redis, close } = await composeApp({
    MONITOR_CONFIG: join(dir, 'monitor.yaml'),
    // Nothing becomes due, and no tick is missed, however slow the machine is.
    MONITOR_HEARTBEAT_INTERVAL: '10m',
    MONITOR_BLIND_AFTER: '10m',
  });
  await showWorker(redis);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const key = await makeKey(redis, { scopes: ['ingest', 'read', 'operate'] });
  const ask = (method: string, path: string, body?: unknown) =>
    call({ url, key }, method, path, body === undefined ? {} : { body });
  return {
    ...{ url, redis, ask },
    get: (path, headers = {}) =>
      call({ url, key }, 'GET', path, { headers: { 'x-api-key': null, ...headers } }),

    async serviceIn(status, serviceName) {
      const description = {
        serviceName,
        environment: 'production',
        instanceId: 'secret-key',
        hostname: 'secret-host',
      };
      const { body } = await eventually(
        'the key is known',
        () => ask('POST', '/api/services/register', description),
        (reply) => reply.status === 200,
      );
      await ask('POST', '/api/services/heartbeat', { instanceId: body.instanceId });
      await redis.hset(`{m0}:s:${body.serviceId}`, { status });
      await judgeAll(redis);
      return body.serviceId as string;
    },

    async incidentOf(serviceId, serviceName, more = {}) {
      const startedAtMs = more.startedAtMs ?? Date.now() - 600_000;
      const incident: Incident = {
        ...{ incidentId: ids.incidentId(serviceId, startedAtMs), serviceId, serviceName },
        ...{ environment: 'production', state: 'open', startedAtMs, detectedAtMs: startedAtMs + 120_000 },
        ...{ recoveredAtMs: null, resolvedAtMs: null, relapses: 0, silentSinceMs: startedAtMs, silentMs: 0 },
        ...{ quietUntilMs: null, flapping: null, acknowledged: null },
        told: { outage: true, longSilence: false, last: 'down 0', recovery: null },
        timeline: [{ atMs: startedAtMs + 120_000, from: 'Degraded', to: 'Down' }],
        ...more,
      };
      await redis.set(`{m0}:incident:${incident.incidentId}`, JSON.stringify(incident));
      await redis.zadd('{m0}:incidents', incident.startedAtMs, incident.incidentId);
      if (incident.state !== 'resolved')
        await redis.hset(`{m0}:s:${serviceId}`, { openIncidentId: incident.incidentId });
      return incident;
    },

    async close() {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
